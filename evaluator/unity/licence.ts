import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { type LicenceContent, readLicenceContent } from "./licence-file";
import type { EditorKind } from "./limits";

/** A checked licence: its bytes go into the container by tar, its secrets out of every artefact. */
export type Licence = { status: "found"; file: string; data: Uint8Array; secrets: string[] };
export type LicenceFailure = { status: "licence-missing" | "licence-invalid"; message: string; mend: string };

/** Where the editors look, with HOME=/root as in their images. */
export const LICENCE_DIR = "/root/.local/share/unity3d/Unity";
export const LICENCE_NAME = "Unity_lic.ulf";

const MAX_BYTES = 1024 * 1024;
const MEND =
  "Activate once with the target editor, download the .ulf, name it Unity_lic.ulf and put it into the folder that LICENSE_PATH names.";

/** Where the licence of an editor kind is looked for. */
export function licencePlace(kind: EditorKind, settings: { licencePath: string; sampleDir: string }): string {
  return kind === "stand-in" ? path.join(settings.sampleDir, "editor", "licence") : settings.licencePath;
}

/** Finds the licence in a folder (or at a file) and checks that it can be one, before any editor starts. */
export function findLicence(place: string): Licence | LicenceFailure {
  const file = locate(place);
  if (typeof file !== "string") return file;
  const raw = readFileSync(file);
  const content = raw.length > MAX_BYTES ? null : readLicenceContent(raw);
  const problem = raw.length > MAX_BYTES ? "is larger than any licence file" : problemOf(file, raw, content);
  if (problem !== null || content === null) {
    return { status: "licence-invalid", message: `${file} ${problem ?? "cannot be read"}.`, mend: MEND };
  }
  // Carriage returns, from a copy made on Windows, break the signature.
  const data = Buffer.from(raw.filter((byte) => byte !== 0x0d));
  return { status: "found", file, data, secrets: content.secrets };
}

function locate(place: string): string | LicenceFailure {
  const stats = statSync(place, { throwIfNoEntry: false });
  if (!stats) return missing(`The licence folder ${place} does not exist.`);
  if (stats.isFile()) return place;
  const names = readdirSync(place).sort();
  if (names.includes(LICENCE_NAME)) return path.join(place, LICENCE_NAME);
  const licences = names.filter((name) => name.toLowerCase().endsWith(".ulf"));
  const [only] = licences;
  if (licences.length === 1 && only) return path.join(place, only);
  if (licences.length > 1)
    return missing(`${place} holds several .ulf files and none is named ${LICENCE_NAME}.`);
  const request = names.find((name) => name.toLowerCase().endsWith(".alf"));
  if (request)
    return missing(`${place} holds ${request}, which is an activation request and not yet a licence.`);
  const entitlement = names.find((name) => name.startsWith("UnityEntitlementLicense"));
  if (entitlement)
    return missing(
      `${place} holds ${entitlement}, a licence of Unity Hub that editors in containers do not take.`,
    );
  return missing(`There is no ${LICENCE_NAME} in ${place}.`);
}

/** What is plainly wrong with the file, as the end of a sentence that begins with its name; null when nothing is. */
function problemOf(file: string, raw: Uint8Array, content: LicenceContent | null): string | null {
  const text = new TextDecoder().decode(raw.subarray(0, 4096)).trim();
  if (text === "") return "is empty";
  if (content === null) {
    if (/^<(!doctype )?html/i.test(text)) return "is a web page and not a licence: the download went wrong";
    if (/^[A-Za-z0-9+/=\s]+$/.test(text) && text.length > 100) return "is base64 text: decode it first";
    if (/^\S+\.ulf$/i.test(text)) return "holds a path and not the licence itself";
    return "is not an XML file";
  }
  if (content.rootName === "html") return "is a web page and not a licence: the download went wrong";
  if (content.rootName.startsWith("UnityEntitlement"))
    return "is a licence of Unity Hub that editors in containers do not take";
  if (content.rootName !== "root")
    return `has <${content.rootName}> as its root element, where a licence has <root>`;
  if (content.hasDeveloperData && content.hasLicence) return null;
  if (content.hasSystemInfo || file.toLowerCase().endsWith(".alf"))
    return "is an activation request (.alf) and not yet a licence";
  return content.hasLicence ? "has no DeveloperData, which every licence has" : "has no License element";
}

function missing(message: string): LicenceFailure {
  return { status: "licence-missing", message, mend: MEND };
}
