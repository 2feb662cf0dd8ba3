import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils";
import type { ExperimentIdentity } from "./experiment";

/** Longest name given to an experiment's folder, in bytes. */
export const MAX_SLUG_BYTES = 120;
const PART_LENGTH = 40;
/** 64 bits: nobody makes a second name for the folder of somebody else. */
const HASH_DIGITS = 16;

/**
 * The folder and URL name of an experiment: readable parts and a hash of the exact triple, such as
 * `aider_claude-sonnet-4_t0.4_93a1b0c4d5e6f708`. Only `a-z 0-9 - . _`, so it is one safe name on every
 * file system, also on those that ignore case; two identities never share one.
 */
export function experimentSlug(identity: ExperimentIdentity): string {
  const { agent, model, temperature } = identity;
  // No dot in the first part: Windows takes "con.anything" for the device.
  const readable = [safePart(agent).replaceAll(".", "-"), safePart(model), temperaturePart(temperature)];
  const hash = sha256Hex(JSON.stringify([agent, model, temperature])).slice(0, HASH_DIGITS);
  return [...readable, hash].join("_");
}

/** Lower-case hex SHA-256 of a text's UTF-8 bytes, or of bytes. */
export function sha256Hex(data: string | Uint8Array): string {
  return bytesToHex(sha256(typeof data === "string" ? utf8ToBytes(data) : data));
}

function temperaturePart(temperature: string | null): string {
  return temperature === null ? "no-temperature" : `t${safePart(temperature)}`;
}

/** Letters, digits and single dashes or dots inside; "x" when nothing readable is left. */
function safePart(text: string): string {
  const safe = text
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/\.{2,}/g, "-")
    .slice(0, PART_LENGTH)
    .replace(/^[-.]+|[-.]+$/g, "");
  return safe === "" ? "x" : safe;
}
