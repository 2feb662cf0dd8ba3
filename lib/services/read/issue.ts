import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { readIssueText } from "@/lib/benchmark/files";

/** Characters of an issue that a page shows. */
const SHOWN_TEXT = 60_000;

/** Title and body of an issue, from the text that agents see: a title line, an empty line, the body. */
export function readIssue(entry: InstanceEntry): { title: string | null; body: string | null } {
  const text = readIssueText(entry.dataset, entry.instance.instance_id);
  if (text === null) return { title: entry.instance.title ?? null, body: null };
  const [first = "", ...rest] = text.trim().split("\n");
  const body = rest.join("\n").trim();
  const title = first.replace(/^(title:|#)\s*/i, "").trim();
  return { title: title === "" ? (entry.instance.title ?? null) : title, body: body.slice(0, SHOWN_TEXT) };
}

/** The title of an instance's issue; null when it has not been fetched. */
export function instanceTitle(entry: InstanceEntry): string | null {
  return entry.instance.title ?? readIssue(entry).title;
}
