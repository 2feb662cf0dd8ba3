import { expect, it } from "vitest";
import { bibtex } from "./citation";

const cited = {
  id: "1688e6852c52a549",
  set: "golden",
  standin: false,
  agent: "aider",
  model: "claude_sonnet-4",
  temperature: "0.4",
  createdAt: Date.UTC(2026, 10, 29),
  score: { value: 0.5 },
  verified: null,
  submission: { about: {} },
  provenance: { datasetHash: "d".repeat(64), fileSha256: "f".repeat(64) },
} as const;

it("is a BibTeX entry with what makes the experiment one thing", () => {
  expect(bibtex(cited, "https://bench.example.org/experiments/1688e6852c52a549")).toBe(
    `@misc{swegamebench-1688e6852c52a549,
  title  = {{aider with claude\\_sonnet-4, temperature 0.4 on the SWE-game-bench golden set}},
  author = {{aider}},
  year   = {2026},
  month  = {11},
  note   = {Score 0.500, unverified; dataset dddddddddddd; predictions ffffffffffff},
  url    = {https://bench.example.org/experiments/1688e6852c52a549},
}
`,
  );
});

it("names the submitter's organisation, and the stand-in", () => {
  const about = { organisation: "Institute of Games" };
  const text = bibtex({ ...cited, set: "sample", standin: true, submission: { about } }, "https://x.example");
  expect(text).toContain("author = {{Institute of Games}}");
  expect(text).toContain("stand-in editor, not comparable with Unity results");
});

it("keeps its braces in pairs and on one line, whatever the names are", () => {
  const text = bibtex(
    { ...cited, agent: "a}},\n@misc{x", model: "50% & $1 #2 ~^\\", score: null },
    "https://x.example/{a}",
  );
  const bare = text.replace(/\\[{}]/g, "");
  expect(bare.split("{").length).toBe(bare.split("}").length);
  expect(text.trimEnd().split("\n")).toHaveLength(8);
  expect(text).toContain("incomplete, no Score");
  expect(text).toContain("50\\% \\& \\$1 \\#2 \\textasciitilde{}\\textasciicircum{}\\textbackslash{}");
});
