/** A Unity editor version such as `2019.4.36f1`. */
export type EditorVersion = { text: string; year: number; stream: number; patch: number };

/** Reads the editor version of a bucket; null when the text is none. */
export function parseEditorVersion(text: string): EditorVersion | null {
  const match = /^(\d{4})\.(\d+)\.(\d+)[abfp]\d+$/.exec(text);
  if (!match) return null;
  return { text, year: Number(match[1]), stream: Number(match[2]), patch: Number(match[3]) };
}

/**
 * Why an editor cannot be used, or null. Unity 6 calls itself 6000.x and cannot be activated with a
 * licence file, which is the only way that works without a network.
 */
export function unsupportedEditor(bucket: string): string | null {
  const version = parseEditorVersion(bucket);
  if (!version) return `"${bucket}" is not a Unity editor version such as 2019.4.36f1.`;
  if (version.year >= 6000) return `Unity ${bucket} cannot be activated with a licence file (.ulf).`;
  return version.year < 2018 ? `Unity ${bucket} is older than 2018 and has not been tried.` : null;
}
