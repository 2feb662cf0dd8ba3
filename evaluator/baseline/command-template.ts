/** What a command template may name, and what it becomes. */
export const PLACEHOLDERS = {
  workspace: "the repository to repair, one commit without history",
  issue_file: "the issue text",
  patch_file:
    "where the agent writes its patch; without it the patch is what the agent changed in the workspace",
  output_dir: "a folder whose files are kept beside the patch",
  model: "the model's name",
  temperature: "the sampling temperature",
  run: "1 to k, for agents that take a seed",
} as const;
export type Placeholder = keyof typeof PLACEHOLDERS;

export type CommandTemplate = { words: string[]; uses: ReadonlySet<Placeholder> };
export type TemplateResult =
  | { status: "parsed"; template: CommandTemplate }
  | { status: "wrong"; message: string; mend: string };

const NAME = /\{([a-z_]+)\}/g;

/**
 * Splits a command line into words: blanks part them, quotes keep them together, a backslash keeps the next
 * sign. Nothing is expanded and no shell is started, so no value can become more than the word it stands in.
 */
export function parseCommandTemplate(text: string): TemplateResult {
  const split = splitWords(text);
  if ("wrong" in split) return wrong(split.wrong, split.mend);
  const { words } = split;
  if (words.length === 0 || words[0] === "") return wrong("The agent's command is empty.");
  const uses = new Set<Placeholder>();
  for (const [, name = ""] of words.join(" ").matchAll(NAME)) {
    if (!isPlaceholder(name))
      return wrong(
        `The agent's command has {${name}}, which stands for nothing.`,
        `Known: ${Object.keys(PLACEHOLDERS)
          .map((one) => `{${one}}`)
          .join(", ")}.`,
      );
    uses.add(name);
  }
  if (!uses.has("issue_file"))
    return wrong("The agent's command does not have {issue_file}, so the agent would not see the issue.");
  return { status: "parsed", template: { words, uses } };
}

/** The command's words with their values put in. */
export function fillTemplate(
  { words }: CommandTemplate,
  values: Readonly<Record<Placeholder, string>>,
): string[] {
  return words.map((word) =>
    word.replace(NAME, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole)),
  );
}

function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(PLACEHOLDERS, name);
}

function wrong(message: string, mend = ""): TemplateResult {
  return { status: "wrong", message, mend };
}

type Split = { words: string[] } | { wrong: string; mend: string };

/** A piece of a word, or blanks between words. What a shell would act on outside quotes is no piece. */
const TOKEN =
  /(?<blank>\s+)|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\[\s\S])*)"|\\(?<escaped>[\s\S])|(?<plain>[^\s'"\\|&;<>()$`]+)/y;

function splitWords(text: string): Split {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text)?.groups;
    if (!found) return problemAt(text.charAt(at));
    if (found.blank === undefined) {
      const quoted = found.double?.replace(/\\(["\\])/g, "$1");
      word = (word ?? "") + (found.single ?? quoted ?? found.escaped ?? found.plain ?? "");
    } else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  return { words: word === null ? words : [...words, word] };
}

function problemAt(sign: string): Split {
  if (sign === "\\") return { wrong: "The agent's command ends with a backslash.", mend: "" };
  if (sign === "'" || sign === '"')
    return { wrong: `The agent's command has an open ${sign}.`, mend: "Close the quote." };
  return {
    wrong: `The agent's command has ${sign} outside quotes, but no shell is started to act on it.`,
    mend: "Quote it, or start a shell yourself: sh -c '…'.",
  };
}
