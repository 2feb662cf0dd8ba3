/** Sampling temperatures from 0 to this are accepted. */
export const MAX_TEMPERATURE = 100;
/** Decimals a temperature may have; more come from arithmetic such as 0.1 + 0.2. */
export const MAX_TEMPERATURE_DECIMALS = 6;

export type TemperatureResult = { ok: true; temperature: string | null } | { ok: false; message: string };

const NUMBER = /^\+?(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * The canonical decimal of a temperature ("0.40", 0.4 and 4e-1 are all "0.4").
 * Absent (undefined or null) stays null and never becomes 0. The text is kept as a decimal, so that no
 * rounding can make two systems one.
 */
export function canonicalTemperature(value: unknown): TemperatureResult {
  if (value === undefined || value === null) return { ok: true, temperature: null };
  if (typeof value !== "number" && typeof value !== "string") {
    return refused(`is ${JSON.stringify(value)?.slice(0, 40)}, not a number`);
  }
  const shown = typeof value === "string" ? JSON.stringify(shorten(value)) : String(value);
  const text = String(value).trim();
  if (/^-/.test(text)) return refused(`is ${shown}; a temperature is not negative`);
  const decimal = toDecimal(text);
  if (decimal === null) return refused(`is ${shown}, not a number`);
  const decimals = decimal.split(".")[1]?.length ?? 0;
  if (decimals > MAX_TEMPERATURE_DECIMALS) {
    return refused(`is ${shown}; at most ${MAX_TEMPERATURE_DECIMALS} decimals are kept`);
  }
  if (Number(decimal) > MAX_TEMPERATURE) return refused(`is ${shown}; the range is 0 to ${MAX_TEMPERATURE}`);
  return { ok: true, temperature: decimal };
}

/** Orders canonical temperatures by value, null first. */
export function compareTemperatures(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return Number(a) - Number(b);
}

/** Shifts the point by the exponent and strips zeros that say nothing; null when it is no number. */
function toDecimal(text: string): string | null {
  const match = NUMBER.exec(text);
  if (!match) return null;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  if (whole === "" && fraction === "") return null;
  const shift = Number(exponent);
  const digits = whole + fraction;
  const point = whole.length + shift;
  const padded = point < 0 ? "0".repeat(-point) + digits : digits.padEnd(point, "0");
  const at = Math.max(point, 0);
  const integer = padded.slice(0, at).replace(/^0+/, "") || "0";
  const rest = padded.slice(at).replace(/0+$/, "");
  return rest === "" ? integer : `${integer}.${rest}`;
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function refused(message: string): TemperatureResult {
  return { ok: false, message };
}
