import { findImages } from "./markdown-images";

/** Control characters but tab and line feed: they say nothing, and some of them steer a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to take out
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const MAX_DESCRIPTION = 1500;

/** Addresses of the images in a body, each once, in order. */
export function imageUrls(body: string): string[] {
  return [...new Set(findImages(cleanText(body)).map((image) => image.url))];
}

/**
 * What the agent sees: title, empty line, body. Each image becomes its description, or "[image]" where
 * there is none.
 */
export function issueText(
  issue: { title: string; body: string },
  descriptions: ReadonlyMap<string, string> = new Map(),
): string {
  const title = cleanText(issue.title).replace(/\s+/g, " ").trim();
  const body = replaceImages(cleanText(issue.body), descriptions).trim();
  return body === "" ? `${title}\n` : `${title}\n\n${body}\n`;
}

function replaceImages(body: string, descriptions: ReadonlyMap<string, string>): string {
  let text = "";
  let from = 0;
  for (const image of findImages(body)) {
    const description = oneLine(descriptions.get(image.url) ?? "");
    text += body.slice(from, image.start) + (description === "" ? "[image]" : `[image: ${description}]`);
    from = image.end;
  }
  return text + body.slice(from);
}

/** A model's answer as one line that cannot be mistaken for the issue's own Markdown. */
function oneLine(description: string): string {
  const line = cleanText(description).replace(/\s+/g, " ").replaceAll("[", "(").replaceAll("]", ")").trim();
  return line.length > MAX_DESCRIPTION ? `${line.slice(0, MAX_DESCRIPTION - 1).trimEnd()}…` : line;
}

function cleanText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(CONTROLS, "");
}
