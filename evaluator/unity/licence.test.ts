import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findLicence, type Licence } from "./licence";
import { scrubText } from "./secrets";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "licence-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const SERIAL = "F4-ABCD-EFGH-IJKL-MNOP-QRST";
const developerData = Buffer.concat([Buffer.from([1, 0, 0, 0]), Buffer.from(SERIAL)]).toString("base64");
const GOOD = `<?xml version="1.0" encoding="UTF-8"?><root><License id="Terms">
<MachineBindings><Binding Key="1" Value="0123456789abcdef"/></MachineBindings>
<DeveloperData Value="${developerData}"/><SerialMasked Value="F4-ABCD-EFGH-IJKL-MNOP-XXXX"/>
<LicenseVersion Value="6.x"/></License>
<Signature><SignatureValue>c2lnbmF0dXJlLWxpbmUtb25l
c2lnbmF0dXJlLWxpbmUtdHdv</SignatureValue></Signature></root>`;
const ALF = `<?xml version="1.0"?><root><SystemInfo><UserName>x</UserName></SystemInfo><License id="Terms"><UnityVersion Value="2019.4.36f1"/></License></root>`;

function write(name: string, text: string): void {
  writeFileSync(path.join(dir, name), text);
}
function found(): Licence {
  const licence = findLicence(dir);
  if (licence.status !== "found") throw new Error(licence.message);
  return licence;
}

test("a licence is found by its name or as the only .ulf, and carriage returns are taken out", () => {
  write("Unity_v2019.x.ulf", GOOD.replaceAll("\n", "\r\n"));
  expect(Buffer.from(found().data).toString()).toBe(GOOD);
  write("Unity_lic.ulf", GOOD);
  expect(found().file).toBe(path.join(dir, "Unity_lic.ulf"));
});

test("the serial, its printed form, machine ids and signatures are secrets and go from a log", () => {
  write("Unity_lic.ulf", GOOD);
  const log = `serial ${SERIAL}; ${SERIAL.slice(0, -4)}XXXX; ${developerData}; 0123456789abcdef; c2lnbmF0dXJlLWxpbmUtdHdv; 6.x`;
  const scrubbed = scrubText(log, found().secrets);
  expect(scrubbed).not.toMatch(/F4-ABCD|0123456789abcdef|c2lnbm|RjQt/);
  expect(scrubbed).toContain("6.x");
});

test.each([
  ["nothing there", {}, "There is no Unity_lic.ulf"],
  ["an activation request", { "Unity_v2019.alf": ALF }, "activation request"],
  ["an activation request under the licence's name", { "Unity_lic.ulf": ALF }, "activation request"],
  ["a licence of Unity Hub", { "UnityEntitlementLicense.xml": "<x/>" }, "Unity Hub"],
  ["an empty file", { "Unity_lic.ulf": "" }, "is empty"],
  ["a web page", { "Unity_lic.ulf": "<!DOCTYPE html><html><body>Sign in<br></body></html>" }, "web page"],
  ["a path", { "Unity_lic.ulf": "/home/me/Unity_v2019.x.ulf\n" }, "holds a path"],
  ["base64 text", { "Unity_lic.ulf": Buffer.from(GOOD).toString("base64") }, "base64"],
  ["another XML file", { "Unity_lic.ulf": "<Project/>" }, "<Project>"],
  ["a licence without its data", { "Unity_lic.ulf": "<root><License/></root>" }, "DeveloperData"],
  ["two licences of other names", { "a.ulf": GOOD, "b.ulf": GOOD }, "several .ulf"],
])("%s is refused by name, with what to do", (_what, files, message) => {
  for (const [name, text] of Object.entries(files)) write(name, text as string);
  const result = findLicence(dir);
  expect(result).toMatchObject({
    message: expect.stringContaining(message),
    mend: expect.stringContaining("LICENSE_PATH"),
  });
});

test("a folder that does not exist is told as such", () => {
  expect(findLicence(path.join(dir, "none"))).toMatchObject({
    status: "licence-missing",
    message: expect.stringContaining("does not exist"),
  });
});
