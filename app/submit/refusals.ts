import type { RefusalCode } from "@/lib/services/portal/refusal";

/**
 * What a plain form is told when a file was not taken. The address names only the code: a text in it could be
 * anybody's, and would be read as ours.
 */
const SENTENCES: Record<RefusalCode, string> = {
  "bad-request":
    "The form had no file or no set, or the file’s gzip data is damaged. Choose both and send it again.",
  unsupported: "Its encoding is not read. Send the file plain or as gzip.",
  "too-large": "The file is too large, or unfolds too far. Leave out what the agent generated.",
  "cut-off": "The connection ended before the whole file had come; nothing was kept. Send it again.",
  stalled: "The file came too slowly, so the upload was ended. Send it again.",
  "disk-full": "The disk of this installation is full; nothing was kept. Tell its maintainers.",
  busy: "Other uploads are on their way, or you sent very many. Try again in a few minutes.",
  closed: "This installation takes no submissions at present.",
  "not-found": "There is nothing at this address.",
  conflict: "You have as many dry runs as you may. Submit or discard one of them first.",
  quota: "Today’s submissions to this set are used.",
  unavailable: "This installation does not have this set.",
};

/** The sentence of a code; null for whatever is none. */
export function refusalSentence(code: string | null | undefined): string | null {
  return Object.entries(SENTENCES).find(([known]) => known === code)?.[1] ?? null;
}
