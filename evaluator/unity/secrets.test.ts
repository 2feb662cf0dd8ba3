import { expect, test } from "vitest";
import { scrubSecrets, scrubText } from "./secrets";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test("every occurrence of every secret goes and all other bytes stay", () => {
  const log = Buffer.concat([
    Buffer.from("serial F4-AAAA-BBBB, again F4-AAAA-BBBB "),
    Buffer.from([0xff, 0x00, 0xe4]),
  ]);
  const scrubbed = scrubSecrets(log, ["F4-AAAA-BBBB"]);
  expect(text(scrubbed.subarray(0, -3))).toBe("serial [licence], again [licence] ");
  expect([...scrubbed.subarray(-3)]).toEqual([0xff, 0x00, 0xe4]);
});

test("a secret inside a longer secret leaves no rest of the longer one", () => {
  expect(scrubText("x F4-AAAA-BBBB-CCCC y", ["F4-AAAA-BBBB", "F4-AAAA-BBBB-CCCC"])).toBe("x [licence] y");
});

test("texts too short to be secrets are not replaced", () => {
  expect(scrubText("Value 1 and true", ["1", "true"])).toBe("Value 1 and true");
  const bytes = Buffer.from("unchanged");
  expect(scrubSecrets(bytes, ["secret-not-there"])).toBe(bytes);
});
