import { Facts, Hash } from "@/components/ui/facts";
import { counted, day, duration, moment } from "@/components/ui/format";
import type { GateView } from "@/lib/domain/instance-views";
import { visibleText } from "@/lib/domain/visible-text";

/** One line for a table: "gated 2026-11-29", "not gated". */
export function gateText(gate: GateView): string {
  if (gate.status === "not-gated") return "not gated";
  return `gated ${day(gate.at)}${gate.stale ? ", changed since" : ""}`;
}

/** What `validate` showed: the hidden tests fail on the base and pass with the real fix. */
export function Gate({ gate }: { gate: GateView }) {
  if (gate.status === "not-gated") {
    return (
      <p className="max-w-prose text-small">
        Not gated. Nobody has shown on this installation that the hidden tests fail on the base commit and
        pass with the real fix{gate.reason ? `; the last try said: ${visibleText(gate.reason)}` : ""}.
      </p>
    );
  }
  return (
    <>
      <p className="mb-3 max-w-prose text-small">
        Gated: the hidden suite fails on the base commit, and with the real fix all{" "}
        {counted(gate.tests, "test")} of it pass.
        {gate.stale && " The instance was changed after that; the gate has to be shown again."}
      </p>
      <Facts
        facts={[
          { term: "Shown", value: moment(gate.at) },
          { term: "Base run", value: `failed, ${duration(gate.baseMs)}` },
          { term: "Run with the fix", value: `passed, ${duration(gate.oracleMs)}` },
          { term: "Editor image", value: <code>{gate.imageName}</code> },
          { term: "Image digest", value: <Hash value={gate.imageDigest} /> },
        ]}
      />
    </>
  );
}
