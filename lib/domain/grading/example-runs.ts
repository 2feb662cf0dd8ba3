import type { RunObservation } from "@/lib/domain/run";

/** Runs as a test may need them: results files as NUnit writes them, and what surrounds them. */
export type Case = { name: string; result?: string; message?: string; className?: string };
const NONCE = "8f3a1c";
export const CANARY = { fullName: "SlotRules1Tests.StaysEqual", nonce: NONCE };
export const canaryCase: Case = {
  name: CANARY.fullName,
  result: "Failed",
  message: `Expected ${NONCE}`,
  className: "SlotRules1Tests",
};
export const EXPECTED = [["N.T.A", "N.T.B"]];
export const GOOD: Case[] = [{ name: "N.T.A" }, { name: "N.T.B" }, canaryCase];

/** A results file as NUnit writes it, with counters that agree unless told otherwise. */
export function xmlOf(
  cases: readonly Case[],
  options: { suite?: string; counters?: string; start?: string } = {},
) {
  const count = (result: string) => cases.filter((one) => (one.result ?? "Passed") === result).length;
  const counters =
    options.counters ??
    `total="${cases.length}" passed="${count("Passed")}" failed="${count("Failed")}" ` +
      `inconclusive="${count("Inconclusive")}" skipped="${count("Skipped")}"`;
  const body = cases.map((one) => {
    const failure = one.message ? `<failure><message><![CDATA[${one.message}]]></message></failure>` : "";
    const className = one.className ?? "N.T";
    return `<test-case fullname="${one.name}" classname="${className}" result="${one.result ?? "Passed"}">${failure}</test-case>`;
  });
  const start = options.start ?? "2026-01-01 00:00:01Z";
  return Buffer.from(
    `<test-run result="x" start-time="${start}" ${counters}><test-suite fullname="all.dll">` +
      `<test-suite fullname="N.T" ${options.suite ?? ""}>${body.join("")}</test-suite></test-suite></test-run>`,
  );
}

export function observed(more: Partial<RunObservation> = {}): RunObservation {
  return {
    suite: { test_platform: "EditMode", test_class: ["N.T"] },
    end: { kind: "exited", code: 2 },
    xml: xmlOf(GOOD),
    xmlTruncated: false,
    findings: [],
    savedLine: true,
    canary: CANARY,
    startedAt: "2026-01-01T00:00:00Z",
    durationMs: 1,
    ...more,
  };
}
