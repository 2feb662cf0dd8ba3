import { createHash } from "node:crypto";
import type { Outcome } from "@/lib/domain/outcome";
import type { PatchCheck, TouchedFile } from "@/lib/domain/patch";

/** What a made-up attempt is to become. */
export type AttemptPlan = {
  patch: string | null;
  check: PatchCheck;
  /** How its evaluation ends, when it has one. */
  outcome: Outcome;
};

const RUN_OUTCOMES: readonly Outcome[] = [
  "failed",
  "failed",
  "failed",
  "failed",
  "compile-error",
  "compile-error",
  "no-results",
  "timed-out",
  "out-of-memory",
  "crashed",
];
const PATCH_OUTCOMES = ["patch-empty", "patch-malformed", "patch-rejected", "patch-refused"] as const;

/** A number from 0 to 1 that follows from a text. */
export function chance(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0) / 2 ** 32;
}

/** Shares of attempts that pass, and of patches that never run. */
export type Strength = {
  pass: number;
  patchProblem: number;
  infra?: number;
  /** Its trees are those of no other system, so that nothing is shared with them. */
  own?: boolean;
};

/** Draws one attempt; the same words give the same attempt. */
export function drawAttempt(
  system: string,
  strength: Strength,
  instance: { id: string; targets: readonly string[] },
  run: number,
): AttemptPlan {
  const draw = (what: string) => chance(`${system} ${instance.id} ${run} ${what}`);
  const ease = chance(`ease of ${instance.id}`);
  if (draw("patch") < strength.patchProblem) {
    return patchProblem(PATCH_OUTCOMES[Math.floor(draw("kind") * 4)] ?? "patch-empty", instance, run);
  }
  if (draw("infra") < (strength.infra ?? 0)) return runs("infra-error", instance, `infra ${run}`, 1);
  const passes = draw("pass") < strength.pass * 1.8 * Math.max(0, ease - 0.35);
  const variant = `${Math.floor(draw("variant") * 4)}${strength.own ? ` by ${system}` : ""}`;
  if (passes) return runs("passed", instance, `pass ${variant}`, instance.targets.length);
  const outcome = RUN_OUTCOMES[Math.floor(draw("kind") * RUN_OUTCOMES.length)] ?? "failed";
  const hits =
    draw("hit") < 0.6 ? instance.targets.length : Math.floor(draw("some") * instance.targets.length);
  return runs(outcome, instance, `${outcome} ${variant}`, hits);
}

function runs(
  outcome: Outcome,
  instance: { id: string; targets: readonly string[] },
  variant: string,
  hits: number,
): AttemptPlan {
  const paths = hits === 0 ? ["Assets/Other/Elsewhere.cs"] : instance.targets.slice(0, hits);
  const touched = paths.map(
    (path): TouchedFile => ({
      status: "M",
      path,
      oldMode: "100644",
      newMode: "100644",
      contentChanged: true,
    }),
  );
  const patch = paths.map((path) => diffOf(path, variant)).join("");
  const tree = createHash("sha1").update(`${instance.id} ${variant}`).digest("hex");
  const flags: Extract<PatchCheck, { status: "applied" }>["flags"] =
    / 3\b/.test(variant) && paths[0]
      ? [
          {
            rule: "process-or-files",
            path: paths[0],
            message: "It reads or writes files.",
            line: "File.ReadAllText(save)",
          },
        ]
      : [];
  return {
    patch,
    outcome,
    check: {
      status: "applied",
      candidateTree: tree,
      gradedTree: tree,
      touched,
      refusals: [],
      flags,
      overwritten: [],
      repaired: / 2\b/.test(variant),
    },
  };
}

function patchProblem(
  outcome: (typeof PATCH_OUTCOMES)[number],
  instance: { targets: readonly string[] },
  run: number,
): AttemptPlan {
  const path = instance.targets[0] ?? "Assets/A.cs";
  const good = diffOf(path, `broken ${run}`);
  switch (outcome) {
    case "patch-empty":
      return { patch: run % 2 ? null : "", outcome, check: { status: "empty" } };
    case "patch-malformed": {
      const message = "error: corrupt patch at line 9";
      const hints = ["The hunk at line 5 says 7 lines and has 5. With recounted lines it would apply."];
      return {
        patch: good.replace("@@ -31,7 +31,9", "@@ -31,9 +31,9"),
        outcome,
        check: { status: "malformed", message, hints },
      };
    }
    case "patch-rejected": {
      const message = `error: patch failed: ${path}:31`;
      const hints = [
        "The same lines are found 12 lines further down.",
        "Was the diff made against another commit?",
      ];
      return { patch: good, outcome, check: { status: "rejected", message, hints } };
    }
    case "patch-refused": {
      const refusals = [
        {
          path: "Library/ArtifactDB",
          rule: "generated-folder",
          message: "No patch may write generated folders.",
        } as const,
      ];
      const tree = createHash("sha1").update(good).digest("hex");
      const rest = { touched: [], flags: [], overwritten: [], repaired: false };
      return {
        patch: good,
        outcome,
        check: { status: "applied", candidateTree: tree, gradedTree: tree, refusals, ...rest },
      };
    }
  }
}

/** A small C# change that reads like one. */
export function diffOf(path: string, variant: string): string {
  const [before, after] = [`a/${path}`, `b/${path}`];
  return `diff --git ${before} ${after}
index 90a9f2b..3afdc02 100644
--- ${before}
+++ ${after}
@@ -31,7 +31,9 @@ namespace Synthetic.Items
             /* Slots that hold this kind already
                come first. */
             var started = Slots.FirstOrDefault(s => !s.Empty && s.Kind == kind);
-            if (started != null) return started.Count = Mathf.Min(kind.StackLimit, amount);
+            // ${variant}
+            var room = started?.Room(kind) ?? 0;
+            if (room > 0) { started.Count += Mathf.Min(amount, room); Log("topped up"); }
             foreach (var slot in Slots.Where(s => s.Empty))
             {
                 slot.Kind = kind;
`;
}
