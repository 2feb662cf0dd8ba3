import { expect, test } from "vitest";
import { ownPath, signInHref } from "./own-path";

test("a path of this site is gone to, with its query and anchor", () => {
  for (const path of ["/", "/account", "/experiments/a?x=1&y=%2F#grid", "/instances?set=sample"])
    expect(ownPath(path)).toBe(path);
});

test("nothing that a browser could read as another site is gone to", () => {
  for (const value of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/%0a/../\n//evil.example",
    "\\\\evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/a/..//evil.example",
    "javascript:alert(1)",
    " /account",
    "account",
    "",
    undefined,
    ["/account"],
    `/${"a".repeat(3000)}`,
  ])
    expect(ownPath(value), String(value)).toBe("/");
});

test("nor data, nor a page that would lead round in a circle", () => {
  for (const path of [
    "/api/v1/me",
    "/api",
    "/sign-in?next=/account",
    "/sign-up",
    "/a/../sign-in",
    "/reset-password",
  ])
    expect(ownPath(path, "/account"), path).toBe("/account");
  expect(ownPath("/apiary")).toBe("/apiary");
});

test("the way to the sign-in page leads back, and only to this site", () => {
  expect(signInHref("/instances?set=sample")).toBe("/sign-in?next=%2Finstances%3Fset%3Dsample");
  expect(signInHref("//evil.example")).toBe("/sign-in");
});
