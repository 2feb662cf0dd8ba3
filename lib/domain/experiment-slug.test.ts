import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { experimentSlug, MAX_SLUG_BYTES, sha256Hex } from "./experiment-slug";
import { canonicalTemperature } from "./temperature";

const NAMES = [
  "../../x",
  "a/b:c",
  "anthropic/claude-sonnet-4-5",
  "qwen2.5-coder:32b",
  "..",
  ".",
  "CON",
  "-rf",
  "a\\b",
  "a_b",
  "a b",
  "x_t0.4",
  "~root",
  "%2e%2e",
  "nul.txt",
  "😀😀",
];

const slug = (agent: string, model: string, temperature: string | null = "0.4") =>
  experimentSlug({ agent, model, temperature });

describe("an experiment's folder name", () => {
  it("is readable", () => {
    expect(slug("aider", "claude-sonnet-4")).toMatch(/^aider_claude-sonnet-4_t0\.4_[0-9a-f]{16}$/);
    expect(slug("codex", "o3", null)).toMatch(/^codex_o3_no-temperature_[0-9a-f]{16}$/);
  });

  it("is one safe name, and no two of the odd names share one (A38)", () => {
    const slugs = NAMES.flatMap((agent) => NAMES.map((model) => slug(agent, model)));
    expect(new Set(slugs.map((one) => one.toLowerCase())).size).toBe(NAMES.length ** 2);
    for (const one of slugs) {
      expect(one).toMatch(/^[a-z0-9][a-z0-9._-]*[0-9a-f]{16}$/);
      expect(one).not.toContain("..");
      expect(one).not.toMatch(/^(con|nul|aux|prn|com\d|lpt\d)(\.|$)/);
    }
  });

  it("keeps two agents with one model and temperature apart (D13)", () => {
    expect(slug("agent-a", "model-x")).not.toBe(slug("agent-b", "model-x"));
  });

  it("is one for all spellings of a temperature, and another without one (A21)", () => {
    const slugs = ["0.4", "0.40", 0.4].map((value) => {
      const result = canonicalTemperature(value);
      return slug("a", "m", result.ok ? result.temperature : "refused");
    });
    expect(new Set(slugs).size).toBe(1);
    expect(slug("a", "m", null)).not.toBe(slug("a", "m", "0"));
  });

  it("does not mix up where one name ends and the next begins", () => {
    expect(slug("a_b", "c")).not.toBe(slug("a", "b_c"));
    expect(slug('a","b', "c")).not.toBe(slug("a", 'b","c'));
  });

  it("stays within its length and alphabet for any names", () => {
    const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(name, name, (agent, model) => {
        const one = slug(agent, model, "99.123456");
        expect(one).toMatch(/^[a-z0-9]([a-z0-9._-]*[a-z0-9])$/);
        expect(one.length).toBeLessThanOrEqual(MAX_SLUG_BYTES);
      }),
    );
  });

  it("uses the standard SHA-256", () => {
    expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
