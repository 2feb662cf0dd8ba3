import {
  NUNIT_RESULTS,
  type NunitCase,
  type NunitCounters,
  type NunitResult,
  type NunitSuite,
} from "./types";

export type Attributes = Readonly<Record<string, string>>;

const own = (attributes: Attributes, name: string): string | null =>
  Object.hasOwn(attributes, name) ? (attributes[name] ?? null) : null;

const orNull = (text: string | null): string | null => (text === "" ? null : text);

/** The first word of `Passed`, `Failed(Child)`, `Failed:Error(SetUp)`, `Skipped:Ignored`; null if unknown. */
export function resultOf(text: string | null): NunitResult | null {
  const word = /^([A-Za-z]+)(?:[:(].*)?$/.exec(text?.trim() ?? "")?.[1];
  return NUNIT_RESULTS.find((result) => result === word) ?? null;
}

/** Seconds with a point or, where the machine's culture says so, a comma; null when it is no number. */
export function durationMs(text: string | null): number | null {
  if (text === null || text.trim() === "") return null;
  const seconds = Number(text.trim().replace(",", "."));
  return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1000) : null;
}

export function countersOf(attributes: Attributes): NunitCounters {
  const count = (name: string): number | null => {
    const text = own(attributes, name);
    return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  return {
    total: count("total"),
    passed: count("passed"),
    failed: count("failed"),
    inconclusive: count("inconclusive"),
    skipped: count("skipped"),
  };
}

export function caseOf(attributes: Attributes, suite: number | null): NunitCase {
  return {
    fullName: orNull(own(attributes, "fullname")) ?? own(attributes, "name") ?? "",
    className: own(attributes, "classname") ?? "",
    // A result that NUnit 3.5 does not know is not a pass.
    result: resultOf(own(attributes, "result")) ?? "Inconclusive",
    label: orNull(own(attributes, "label")),
    site: orNull(own(attributes, "site")),
    durationMs: durationMs(own(attributes, "duration")),
    message: null,
    stackTrace: null,
    suite,
  };
}

export function suiteOf(attributes: Attributes, parent: number | null): NunitSuite {
  return {
    parent,
    type: own(attributes, "type") ?? "",
    fullName: orNull(own(attributes, "fullname")) ?? own(attributes, "name") ?? "",
    result: resultOf(own(attributes, "result")),
    label: orNull(own(attributes, "label")),
    site: orNull(own(attributes, "site")),
    message: null,
  };
}

export function textOf(attributes: Attributes, name: string): string | null {
  return own(attributes, name);
}
