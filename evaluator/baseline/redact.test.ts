import fc from "fast-check";
import { expect, test } from "vitest";
import { Redactor, redact, secretValues } from "./redact";

const KEY = "sk-0123456789abcdef";

test("secrets are known by the names of their variables; short values are words", () => {
  const env = {
    OPENAI_API_KEY: KEY,
    GITHUB_TOKEN: "ghp_0123456789",
    MY_PASSWORD_FILE: "/run/secret",
    KEYBOARD: "qwertyuiop",
    SSH_AUTH_SOCK: "/tmp/socket/1",
    API_KEY: "short",
    PATH: "/usr/bin:/bin",
    NONE_KEY: undefined,
  };
  expect(secretValues(env).sort()).toEqual(["/run/secret", "ghp_0123456789", KEY].sort());
});

test("a secret is hidden wherever the pieces of a stream are cut, and all else stays byte for byte", () => {
  const whole = Buffer.concat([
    Buffer.from([0xff, 0x00, 0x0d, 0x0a]),
    Buffer.from(`key=${KEY}${KEY}\nend é`),
  ]);
  const expected = Buffer.concat([
    Buffer.from([0xff, 0x00, 0x0d, 0x0a]),
    Buffer.from("key=[hidden][hidden]\nend é"),
  ]);
  fc.assert(
    fc.property(fc.array(fc.nat({ max: whole.length }), { maxLength: 8 }), (cuts) => {
      const redactor = new Redactor([KEY]);
      const at = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
      const parts = at.slice(1).map((end, index) => redactor.push(whole.subarray(at[index], end)));
      expect(Buffer.concat([...parts, redactor.end()])).toEqual(expected);
      expect(redactor.found).toBe(true);
    }),
  );
});

test("without secrets nothing changes", () => {
  expect(redact(Buffer.from("plain"), [])).toEqual({ bytes: Buffer.from("plain"), found: false });
});
