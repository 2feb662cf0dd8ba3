import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { ApptainerHost } from "./host";

const host = new ApptainerHost({ account: null });

async function linesOf(script: string) {
  const lines: string[] = [];
  const onLine = (line: string) => lines.push(line);
  const ran = await host.run(["sh", "-c", script], { config: tmpdir(), onLine });
  return { ran, lines };
}

test("what a program says is told line by line, and kept", async () => {
  const { ran, lines } = await linesOf(
    "echo one >&2; printf 'tw\\303' >&2; sleep 0.1; printf '\\266\\nend' >&2; exit 3",
  );
  expect(lines).toEqual(["one", "twö", "end"]);
  expect(ran).toEqual({ code: 3, stdout: "", stderr: "one\ntwö\nend" });
});

test("a line without end is told in pieces, and only the end of it is kept", async () => {
  const { ran, lines } = await linesOf("head -c 1000000 /dev/zero | tr '\\0' x >&2");
  expect(lines.join("")).toHaveLength(1_000_000);
  expect(lines.length).toBeGreaterThan(1);
  expect(ran.stderr).toHaveLength(64 * 1024);
});
