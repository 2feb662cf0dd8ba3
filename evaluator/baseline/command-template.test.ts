import { describe, expect, it } from "vitest";
import { fillTemplate, parseCommandTemplate } from "./command-template";

const values = {
  workspace: "/tmp/a b/game",
  issue_file: "/tmp/issue.txt",
  patch_file: "/tmp/out.patch",
  output_dir: "/tmp/out",
  model: "x; rm -rf 'y' $(z)",
  temperature: "0.4",
  run: "3",
};

function argv(text: string): string[] {
  const parsed = parseCommandTemplate(text);
  if (parsed.status === "wrong") throw new Error(parsed.message);
  return fillTemplate(parsed.template, values);
}

describe("an agent's command", () => {
  it("is split into words, and values stay inside the word they stand in", () => {
    expect(argv("my-agent --repo {workspace} --issue={issue_file} --model {model}")).toEqual([
      "my-agent",
      "--repo",
      "/tmp/a b/game",
      "--issue=/tmp/issue.txt",
      "--model",
      "x; rm -rf 'y' $(z)",
    ]);
  });

  it("keeps quoted blanks, quotes and backslashes as a shell would", () => {
    expect(argv(`a 'b c' "d \\"e\\" \\n" f\\ g '' h'i'"j" {issue_file}`)).toEqual([
      "a",
      "b c",
      'd "e" \\n',
      "f g",
      "",
      "hij",
      "/tmp/issue.txt",
    ]);
  });

  it("may start a shell when the user writes one, and leaves other braces alone", () => {
    expect(argv(`sh -c 'agent < {issue_file} | tee log' --json '{"a":{"b":1}}'`)).toEqual([
      "sh",
      "-c",
      "agent < /tmp/issue.txt | tee log",
      "--json",
      '{"a":{"b":1}}',
    ]);
  });

  it.each([
    ["", /empty/],
    ["  ", /empty/],
    ["'' {issue_file}", /empty/],
    ["agent {issue_file} | tee log", /\| outside quotes.*no shell/],
    ["agent {issue_file} $KEY", /\$ outside quotes/],
    ["agent {issue_file} 'x", /open '/],
    ["agent {issue_file} \\", /backslash/],
    ["agent {issue_file} {secret}", /\{secret\}/],
    ["agent {workspace}", /would not see the issue/],
    ["agent {issue_file} {constructor}", /\{constructor\}/],
  ])("%j is refused with what is wrong", (text, message) => {
    expect(parseCommandTemplate(text)).toMatchObject({
      status: "wrong",
      message: expect.stringMatching(message),
    });
  });
});
