import { SET_LABELS } from "./set-labels";
import type { ExperimentView } from "./views";

type Cited = Pick<
  ExperimentView,
  "id" | "set" | "standin" | "agent" | "model" | "temperature" | "createdAt"
> & {
  score: { value: number } | null;
  verified: object | null;
  submission: { about: { organisation?: string | undefined } };
  provenance: { datasetHash: string; fileSha256: string };
};

/** How to cite one experiment, as BibTeX: who, what, when, and the hashes that make it one thing for ever. */
export function bibtex(cited: Cited, url: string): string {
  const { agent, model, temperature, set, createdAt, provenance } = cited;
  const date = new Date(createdAt).toISOString();
  const with_ = temperature === null ? "" : `, temperature ${temperature}`;
  const organisation = cited.submission.about.organisation;
  const score = cited.score === null ? "incomplete, no Score" : `Score ${cited.score.value.toFixed(3)}`;
  const notes = [
    `${score}, ${cited.verified ? "verified" : "unverified"}`,
    ...(cited.standin ? ["stand-in editor, not comparable with Unity results"] : []),
    `dataset ${provenance.datasetHash.slice(0, 12)}`,
    `predictions ${provenance.fileSha256.slice(0, 12)}`,
  ];
  const fields: [string, string][] = [
    [
      "title",
      `{${tex(`${agent} with ${model}${with_} on the SWE-game-bench ${SET_LABELS[set].toLowerCase()} set`)}}`,
    ],
    ["author", `{${tex(organisation || agent)}}`],
    ["year", date.slice(0, 4)],
    ["month", String(Number(date.slice(5, 7)))],
    ["note", tex(notes.join("; "))],
    ["url", texUrl(url)],
  ];
  const lines = fields.map(([name, value]) => `  ${name.padEnd(6)} = {${value}},`);
  return `@misc{swegamebench-${cited.id.replace(/[^\w-]/g, "")},\n${lines.join("\n")}\n}\n`;
}

const SPECIAL: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
};

/** Text that TeX sets as it stands, on one line and with its braces in pairs. */
function tex(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\\{}~^]/g, (one) => SPECIAL[one] ?? one)
    .replace(/[&%$#_]/g, "\\$&");
}

/** In a url field only braces, blanks and backslashes would end it or change it. */
const texUrl = (url: string) => url.replace(/[\\{}\s]/g, encodeURIComponent);
