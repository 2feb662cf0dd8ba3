import { SaxesParser } from "saxes";

/** What a licence file holds, read without trusting it. */
export type LicenceContent = {
  rootName: string;
  hasLicence: boolean;
  hasDeveloperData: boolean;
  hasSystemInfo: boolean;
  /** Values that must never appear in a log: serial numbers, machine ids, signatures. */
  secrets: string[];
};

/** Elements whose `Value` tells who or what the licence is for. */
const SECRET_ELEMENTS = new Set(["DeveloperData", "SerialMasked", "SerialHash", "MachineID", "Binding"]);
const SECRET_TEXTS = new Set(["SignatureValue", "DigestValue"]);

/** The serial in `DeveloperData` stands behind four bytes of header. */
const SERIAL_HEADER = 4;

/** Reads the bytes of a licence file; null when they are not XML. */
export function readLicenceContent(bytes: Uint8Array): LicenceContent | null {
  const content: LicenceContent = {
    rootName: "",
    hasLicence: false,
    hasDeveloperData: false,
    hasSystemInfo: false,
    secrets: [],
  };
  const path: string[] = [];
  const parser = new SaxesParser();
  let broken = false;
  parser.on("error", () => {
    broken = true;
  });
  parser.on("opentag", (tag) => {
    if (path.length === 0) content.rootName = tag.name;
    path.push(tag.name);
    if (tag.name === "License") content.hasLicence = true;
    if (tag.name === "SystemInfo") content.hasSystemInfo = true;
    const value = tag.attributes.Value;
    if (!SECRET_ELEMENTS.has(tag.name) || typeof value !== "string") return;
    content.secrets.push(value);
    if (tag.name !== "DeveloperData" || value === "") return;
    content.hasDeveloperData = true;
    content.secrets.push(...serialsOf(value));
  });
  parser.on("text", (text) => {
    if (SECRET_TEXTS.has(path.at(-1) ?? ""))
      content.secrets.push(...text.split(/\s+/).filter((part) => part !== ""));
  });
  parser.on("closetag", () => path.pop());
  parser.write(new TextDecoder().decode(bytes)).close();
  return broken || content.rootName === "" ? null : { ...content, secrets: [...new Set(content.secrets)] };
}

/** The serial as it is, and as the editor's log prints it: its last four characters masked. */
function serialsOf(developerData: string): string[] {
  const serial = Buffer.from(developerData, "base64")
    .subarray(SERIAL_HEADER)
    .toString("latin1")
    .replace(/\0+$/, "");
  return serial.length > SERIAL_HEADER ? [serial, serial.slice(0, -SERIAL_HEADER)] : [];
}
