import { type Attributes, caseOf, countersOf, suiteOf, textOf } from "./attributes";
import { TextKeeper } from "./text-keeper";
import type { NunitCase, NunitRun, NunitSuite } from "./types";

/** Deeper than any real fixture tree, so that a forged file costs no memory. */
export const DEPTH_LIMIT = 200;
export const CASE_LIMIT = 100_000;
const SUITE_LIMIT = 100_000;
const NAME_LIMIT = 32 * 1024;

type Owner = { message: string | null; stackTrace?: string | null };
type Collector = { keeper: TextKeeper; owner: Owner; into: "message" | "stackTrace"; depth: number };

/** Builds a run from XML events; each method answers with a fault that makes the file unreadable, or null. */
export class RunBuilder {
  run: NunitRun | null = null;
  readonly #path: string[] = [];
  readonly #suites: { index: number; suite: NunitSuite }[] = [];
  #case: NunitCase | null = null;
  #collector: Collector | null = null;

  open(name: string, attributes: Attributes): string | null {
    if (this.#path.length >= DEPTH_LIMIT) return `Its elements are nested deeper than ${DEPTH_LIMIT}.`;
    if (Object.values(attributes).some((value) => value.length > NAME_LIMIT)) {
      return `An attribute has more than ${NAME_LIMIT} characters.`;
    }
    const fault = this.run ? this.#openInside(this.run, name, attributes) : this.#openRoot(name, attributes);
    this.#path.push(name);
    return fault;
  }

  text(text: string): void {
    this.#collector?.keeper.add(text);
  }

  close(name: string): void {
    this.#path.pop();
    const collector = this.#collector;
    if (collector && this.#path.length < collector.depth) {
      collector.owner[collector.into] = collector.keeper.text();
      this.#collector = null;
    }
    if (name === "test-suite") this.#suites.pop();
    if (name === "test-case") this.#case = null;
  }

  #openRoot(name: string, attributes: Attributes): string | null {
    if (name === "test-results") return "It is an NUnit 2 file (root test-results); NUnit 3 is needed.";
    if (name !== "test-run" && name !== "test-suite")
      return `Its root is ${name.slice(0, 40)}, not test-run.`;
    this.run = {
      root: name,
      result: textOf(attributes, "result") ?? "",
      counters: countersOf(attributes),
      startTime: textOf(attributes, "start-time"),
      suites: [],
      cases: [],
      warnings: [],
    };
    return name === "test-suite" ? this.#openInside(this.run, name, attributes) : null;
  }

  #openInside(run: NunitRun, name: string, attributes: Attributes): string | null {
    const around = this.#suites.at(-1);
    if (name === "test-suite") {
      if (run.suites.length >= SUITE_LIMIT) return `It has more than ${SUITE_LIMIT} suites.`;
      const suite = suiteOf(attributes, around?.index ?? null);
      this.#suites.push({ index: run.suites.push(suite) - 1, suite });
    } else if (name === "test-case") {
      if (run.cases.length >= CASE_LIMIT) return `It has more than ${CASE_LIMIT} test cases.`;
      this.#case = caseOf(attributes, around?.index ?? null);
      run.cases.push(this.#case);
    } else if (name === "message" || name === "stack-trace") {
      this.#collect(name === "message" ? "message" : "stackTrace");
    }
    return null;
  }

  /** Texts of `failure` and `reason` directly below a test or suite; those of other elements are dropped. */
  #collect(into: Collector["into"]): void {
    const around = this.#path.at(-1);
    const holder = this.#path.at(-2);
    if (this.#collector || (around !== "failure" && around !== "reason")) return;
    const owner =
      holder === "test-case" ? this.#case : holder === "test-suite" ? this.#suites.at(-1)?.suite : null;
    if (!owner || (into === "stackTrace" && holder !== "test-case")) return;
    this.#collector = { keeper: new TextKeeper(), owner, into, depth: this.#path.length + 1 };
  }
}
