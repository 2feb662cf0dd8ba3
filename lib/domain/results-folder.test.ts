import { describe, expect, it } from "vitest";
import { BASELINE_AGENT, configurationFolder, instanceFolder, resultsFolder } from "./results-folder";

const of = (model: string, temperature: string | null = "0.4", agent = BASELINE_AGENT) =>
  configurationFolder({ agent, model, temperature });

describe("the folder of a configuration", () => {
  it("is the documented one for the baseline", () => {
    expect(of("gpt-5.2")).toBe("gpt-5.2_t0.4");
    expect(of("claude-sonnet-4", "0.8")).toBe("claude-sonnet-4_t0.8");
    expect(of("o3", null)).toBe("o3_no-temperature");
  });

  it.each([
    "openai/gpt-5.2",
    "../../etc",
    "..",
    "GPT-5.2",
    "a_b",
    "con.model",
    "a..b",
    "-x",
    "x-",
    "é",
    "m".repeat(61),
  ])("has a hash where the model %s is not a safe name", (model) => {
    expect(of(model)).toMatch(/^swe-agent_[a-z0-9.-]+_t0\.4_[0-9a-f]{16}$/);
  });

  it("is another one for another agent, and for names that differ in case or in one sign", () => {
    const names = [
      of("gpt-5.2"),
      of("GPT-5.2"),
      of("gpt/5.2"),
      of("gpt_5.2"),
      of("gpt-5.2", null),
      of("gpt-5.2", "0"),
      of("gpt-5.2", "0.4", "aider"),
      of("gpt-5.2", "0.4", "swe-agent"),
    ];
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });
});

describe("results folders", () => {
  const identity = { agent: BASELINE_AGENT, model: "gpt-5.2", temperature: "0.4", set: "golden" as const };

  it("hold generated runs by configuration and handed-in files by submission", () => {
    expect(resultsFolder({ ...identity, source: "baseline", folder: "any-2" })).toBe(
      "golden/passk/gpt-5.2_t0.4",
    );
    expect(resultsFolder({ ...identity, source: "cli", folder: "any-2" })).toBe("golden/predictions/any-2");
  });

  it("name an instance by repository and issue", () => {
    expect(instanceFolder({ instance_id: "fungus-879", repo: "fungus" })).toBe("fungus/879");
    expect(instanceFolder({ instance_id: "sample-packrat-1", repo: "packrat" })).toBe(
      "packrat/sample-packrat-1",
    );
  });
});
