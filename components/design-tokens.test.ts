import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const css = readFileSync(path.resolve(import.meta.dirname, "../app/globals.css"), "utf8");
const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }] as const,
  ),
);
const color = (name: string, theme: Theme): string => {
  const token = tokens.get(name);
  if (!token) throw new Error(`There is no token --${name}.`);
  return token[theme];
};

const FAMILIES = {
  passed: ["passed"],
  failed: ["failed", "compile-error", "no-results", "timed-out", "out-of-memory", "crashed"],
  patch: ["patch-empty", "patch-malformed", "patch-rejected", "patch-refused"],
};
const OUTCOMES = Object.values(FAMILIES).flat();

type Rgb = [number, number, number];

function linear(hex: string): Rgb {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

/** The ratio of WCAG 2. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [red, green, blue] = linear(hex);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const [low = 1, high = 1] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return high / low;
}

/** How colours look without one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1). */
const VISION: Record<string, [Rgb, Rgb, Rgb]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Distance in OKLab, × 100: about 2 is just seen side by side. */
function distance(a: string, b: string, vision: [Rgb, Rgb, Rgb]): number {
  const [x, y] = [a, b].map((hex) => oklab(seen(linear(hex), vision)));
  return 100 * Math.hypot(...[0, 1, 2].map((at) => (x?.[at] ?? 0) - (y?.[at] ?? 0)));
}

function seen(rgb: Rgb, rows: [Rgb, Rgb, Rgb]): Rgb {
  const mix = (row: Rgb) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, factor, at) => sum + factor * (rgb[at] ?? 0), 0),
      ),
    );
  return [mix(rows[0]), mix(rows[1]), mix(rows[2])];
}

function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

describe.each(THEMES)("the %s theme", (theme) => {
  test.each(["paper", "sunken"])("has text and links of 4.5 : 1 on %s", (paper) => {
    for (const text of ["ink", "muted", "accent"]) {
      expect(contrast(color(text, theme), color(paper, theme)), text).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("has outcomes and edges of 3 : 1 on paper, and signs of 3 : 1 on outcomes", () => {
    for (const name of [...OUTCOMES, "edge"]) {
      expect(contrast(color(name, theme), color("paper", theme)), name).toBeGreaterThanOrEqual(3);
    }
    for (const name of OUTCOMES) {
      expect(contrast(color(name, theme), color("on-outcome", theme)), name).toBeGreaterThanOrEqual(3);
    }
  });

  test("has code of 4.5 : 1 on the paper of every kind of diff line", () => {
    for (const paper of ["paper", "added-paper", "removed-paper"]) {
      for (const text of ["ink", "code-word", "code-type", "code-text"]) {
        expect(
          contrast(color(text, theme), color(paper, theme)),
          `${text} on ${paper}`,
        ).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  test.each(Object.keys(VISION))("keeps the outcome families apart with %s", (kind) => {
    const vision = VISION[kind] ?? fail(kind);
    for (const [first, second] of [
      [FAMILIES.passed, FAMILIES.failed],
      [FAMILIES.passed, FAMILIES.patch],
      [FAMILIES.failed, FAMILIES.patch],
    ] as const) {
      for (const a of first) {
        for (const b of second) {
          expect(distance(color(a, theme), color(b, theme), vision), `${a} and ${b}`).toBeGreaterThan(10);
        }
      }
    }
  });
});

function fail(kind: string): never {
  throw new Error(`No vision is called ${kind}.`);
}
