import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";

/** Compressed bytes that a page may take. */
const MOST_HTML = 150_000;
const MOST_SCRIPT = 200_000;
/** Where the first chart is on the screen at once, the library that draws it comes on top. */
const MOST_SCRIPT_OF_CHARTS = 340_000;
/** Above 0.1 readers notice that things move: the bound of the web's core vitals; ours is stricter. */
const MOST_SHIFT = 0.02;
/** CSS pixels: the least size of a target by WCAG 2.2, 2.5.8. */
const LEAST_TARGET = 24;

/** Compressed bytes of scripts by address: pages share most of them. */
const scriptSizes = new Map<string, Promise<number>>();

/**
 * What a page that was just loaded lacks: it must be light, stand still, say what it is, and be hit with a thumb.
 * Shifts are seen where `watchShifts` was given to the page before, the document's weight where its answer is given.
 */
export async function qualityProblems(page: Page, response: Response | null): Promise<string[]> {
  const problems: string[] = [];
  const html = gzipSync((await response?.body()) ?? Buffer.alloc(0)).length;
  if (html > MOST_HTML) problems.push(`${html} bytes of HTML`);
  const script = await scriptBytes(page);
  const charts = await page.locator("[data-drawn]").count();
  if (script > (charts > 0 ? MOST_SCRIPT_OF_CHARTS : MOST_SCRIPT)) problems.push(`${script} bytes of script`);
  problems.push(...(await headProblems(page)), ...(await smallTargets(page)));
  const shift = await shiftOf(page);
  if (shift > MOST_SHIFT) problems.push(`a layout shift of ${shift}`);
  return problems;
}

async function scriptBytes(page: Page): Promise<number> {
  const all = await page
    .locator("script[src]")
    .evaluateAll((tags) => tags.map((one) => (one as HTMLScriptElement).src));
  let bytes = 0;
  for (const source of new Set(all)) {
    const known =
      scriptSizes.get(source) ??
      page.request.get(source).then(async (one) => gzipSync(await one.body()).length);
    scriptSizes.set(source, known);
    bytes += await known;
  }
  return bytes;
}

/** Counts layout shifts from the first paint on; runs in the page before any other script. */
export function watchShifts(): void {
  const seen = window as unknown as { shift: number };
  seen.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      if (!entry.hadRecentInput) seen.shift += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

async function shiftOf(page: Page): Promise<number> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page.evaluate(() => (window as unknown as { shift?: number }).shift ?? 0);
}

function headProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pictures = [...document.querySelectorAll("img")];
    const description = document.querySelector<HTMLMetaElement>("meta[name=description]")?.content ?? "";
    const checks: [boolean, string][] = [
      [document.documentElement.lang === "en", "no language"],
      [document.title.length > 15, "no title"],
      [document.querySelector("meta[name=viewport]") !== null, "no viewport"],
      [description.length > 20, "no description"],
      [document.querySelectorAll("h1").length === 1, "not one h1"],
      [pictures.every((one) => one.hasAttribute("alt")), "a picture without a name"],
      [
        pictures.every((one) => one.hasAttribute("width") && one.hasAttribute("height")),
        "a picture without a size",
      ],
    ];
    return checks.flatMap(([holds, problem]) => (holds ? [] : [problem]));
  });
}

/**
 * Targets that are smaller than a thumb needs, unless they stand in a line of text or have that much room around
 * them: a circle of that size on each touches no other target.
 */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    type Target = { element: Element; box: DOMRect; inText: boolean };
    const targets = [
      ...document.querySelectorAll("a[href], button, input, select, textarea, summary"),
    ].flatMap((element): Target[] => {
      // Whoever hits the label hits its box.
      const box = (element.closest("label") ?? element).getBoundingClientRect();
      if (box.width < 2 || box.height < 2 || !element.checkVisibility({ visibilityProperty: true }))
        return [];
      const inText =
        getComputedStyle(element).display === "inline" &&
        element.closest("p, li, td, th, dd, caption") !== null;
      return [{ element, box, inText }];
    });
    const middle = ({ box }: Target) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    const crowding = (one: Target) =>
      targets.find((other) => {
        if (other === one) return false;
        const from = middle(one);
        const dx = Math.max(other.box.left - from.x, 0, from.x - other.box.right);
        const dy = Math.max(other.box.top - from.y, 0, from.y - other.box.bottom);
        return Math.hypot(dx, dy) < least / 2;
      });
    const told = ({ outerHTML }: Element) => outerHTML.slice(0, 80);
    return targets
      .filter((one) => !one.inText && (one.box.width < least || one.box.height < least))
      .flatMap((one) => {
        const other = crowding(one);
        return other ? [`${told(one.element)} is close to ${told(other.element)}`] : [];
      })
      .slice(0, 5);
  }, LEAST_TARGET);
}
