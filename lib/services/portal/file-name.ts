const LONGEST = 120;
const ODD = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** The name of a file as it is shown: its last part, visible characters only. */
export function shownFileName(name: string | null | undefined): string {
  const last = (name ?? "").split(/[/\\]/).at(-1) ?? "";
  const visible = last.replace(ODD, "").trim().slice(0, LONGEST);
  return visible === "" ? "predictions.jsonl" : visible;
}
