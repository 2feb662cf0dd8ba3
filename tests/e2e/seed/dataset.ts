import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Texts that would do harm if a page took them for markup. */
export const HOSTILE = [
  "<img src=x onerror=alert(1)>",
  "</script><script>alert(1)</script>",
  '" onmouseover="alert(1)',
  "javascript:alert(1)",
  "{{7*7}}",
  "<svg/onload=alert(1)>",
] as const;

const HOSTILE_ISSUE = "synthetic-hostile-1";
const GOLDEN = 24;
const CANDIDATES = 5;

/** A made-up dataset folder: golden and candidates instances that belong to no real project. */
export function writeDataset(dir: string): void {
  const instances = [
    { ...row(HOSTILE_ISSUE, "golden"), title: HOSTILE[0] },
    ...Array.from({ length: GOLDEN - 1 }, (_, index) => row(`synthetic-${index + 1}`, "golden")),
    ...Array.from({ length: CANDIDATES }, (_, index) => row(`synthetic-${index + 101}`, "candidates")),
  ];
  mkdirSync(path.join(dir, "issues"), { recursive: true });
  writeFileSync(path.join(dir, "instances.json"), JSON.stringify(instances, null, 1));
  writeFileSync(path.join(dir, "repos.yaml"), REPOS);
  writeFileSync(path.join(dir, "issues", `${HOSTILE_ISSUE}.txt`), hostileIssue());
}

const REPOS = `synthetic:
  name: Synthetic project
  url: https://github.com/example/synthetic.git
  unity_buckets: [2019.4.36f1]
`;

function row(instanceId: string, set: "golden" | "candidates") {
  return {
    instance_id: instanceId,
    repo: "synthetic",
    issue_number: 1,
    benchmark_set: set,
    base_sha: "a".repeat(40),
    fix_sha: "b".repeat(40),
    target_files: ["Assets/Synthetic/Target.cs"],
    test_class: "SyntheticTests",
    test_platform: "EditMode",
    unity_bucket: "2019.4.36f1",
  };
}

function hostileIssue(): string {
  const links = "[click](javascript:alert(1)) ![picture](https://example.invalid/track.png)";
  const code = "```csharp\nvar a = 1; // </script>\n```";
  return `${HOSTILE[0]}\n\n${HOSTILE.join("\n\n")}\n\n# A heading\n\n${links}\n\n${code}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done\n`;
}
