import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { durationMs, resultOf } from "./attributes";
import { createNunitParser, parseNunit } from "./parse";
import { TEXT_HALF } from "./text-keeper";

const fixture = (name: string) => readFileSync(path.resolve("tests/fixtures/cases/C", name));

function parse(xml: string | Uint8Array) {
  const result = parseNunit(typeof xml === "string" ? Buffer.from(xml) : xml);
  if (result.status !== "complete") throw new Error(result.message);
  return result.run;
}

function fault(xml: string | Uint8Array): string {
  const result = parseNunit(typeof xml === "string" ? Buffer.from(xml) : xml);
  return result.status === "unreadable" ? result.message : "readable";
}

const run = (inner: string) => `<test-run result="Passed" total="1">${inner}</test-run>`;

describe("reading NUnit 3 XML", () => {
  it("reads root, suites and cases", () => {
    const read = parse(fixture("C10-onetimesetup-children-failed.xml"));
    expect(read).toMatchObject({
      root: "test-run",
      result: "Failed(Child)",
      counters: { total: 3, passed: 0, failed: 3, inconclusive: 0, skipped: 0 },
      startTime: "2024-03-05 10:01:00Z",
      warnings: [],
    });
    expect(read.suites[1]).toEqual({
      parent: 0,
      type: "TestFixture",
      fullName: "Demo.HealthPRTests",
      result: "Failed",
      label: "Error",
      site: "SetUp",
      message: "System.Exception : no scene",
    });
    expect(read.cases[0]).toEqual({
      fullName: "Demo.HealthPRTests.NegativeIsDead",
      className: "Demo.HealthPRTests",
      result: "Failed",
      label: null,
      site: "Parent",
      durationMs: 10,
      message: "OneTimeSetUp: System.Exception : no scene",
      stackTrace: "at Demo.HealthPRTests in Assets/T.cs:1",
      suite: 1,
    });
  });

  it("keeps parameterised names exactly (C08)", () => {
    expect(parse(fixture("C08-parameterised-names.xml")).cases.map((one) => one.fullName)).toEqual([
      'Demo.HealthPRTests.Names("a<b & c")',
      'Demo.HealthPRTests.Names("quote \\" and \'")',
      'Demo.HealthPRTests.Names("]]>")',
      "Demo.HealthPRTests.Names(\"(\",')')",
      'Demo.HealthPRTests.Names("日本, ü")',
      'Demo.HealthPRTests.Names("a.b.c")',
    ]);
  });

  it("gives the same run however the bytes are cut, also inside characters", () => {
    const bytes = fixture("C08-parameterised-names.xml");
    const whole = parseNunit(bytes);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), (size) => {
        const parser = createNunitParser();
        for (let at = 0; at < bytes.length; at += size) parser.push(bytes.subarray(at, at + size));
        expect(parser.finish()).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });

  it("calls every cut of a real file unreadable", () => {
    const bytes = fixture("C26-extra-failing-test.xml");
    const end = bytes.lastIndexOf(">");
    for (let length = 0; length <= end; length += 7) {
      expect(fault(bytes.subarray(0, length)), `first ${length} bytes`).not.toBe("readable");
    }
    expect(fault(bytes.subarray(0, end + 1))).toBe("readable");
  });

  it("joins the CDATA sections into which NUnit splits a text", () => {
    const read = parse(
      run(
        "<test-case name='a'><failure><message><![CDATA[x]]]]><![CDATA[>y]]></message></failure></test-case>",
      ),
    );
    expect(read.cases[0]?.message).toBe("x]]>y");
  });

  it("keeps colour codes in a message, with a warning", () => {
    const read = parse(
      run("<test-case name='a'><failure><message><![CDATA[\x1b[31mred]]></message></failure></test-case>"),
    );
    expect(read.cases[0]?.message).toBe("\x1b[31mred");
    expect(read.warnings).toHaveLength(1);
  });

  it("takes messages of the test alone, not of its output, assertions or properties", () => {
    const read = parse(
      run(
        "<test-case name='a'><output><message>o</message></output><assertions><assertion><message>m</message>" +
          "</assertion></assertions><reason><message>r</message></reason></test-case>",
      ),
    );
    expect(read.cases[0]).toMatchObject({ message: "r", stackTrace: null });
  });

  it("takes the message of a suite, without its stack trace", () => {
    const failure = "<failure><message>leak</message><stack-trace>at x</stack-trace></failure>";
    const [suite] = parse(run(`<test-suite fullname="s">${failure}</test-suite>`)).suites;
    expect(suite?.message).toBe("leak");
    expect(suite).not.toHaveProperty("stackTrace");
  });

  it("keeps head and tail of a huge message, cutting no character", () => {
    const huge = `<test-case name='a'><failure><message><![CDATA[a${"😀".repeat(50_000)}b]]></message></failure></test-case>`;
    const message = parse(run(huge)).cases[0]?.message ?? "";
    expect(message.length).toBeLessThan(2 * TEXT_HALF + 100);
    expect(message).toMatch(/^a😀[\s\S]* characters left out …[\s\S]*😀b$/u);
    expect(message).not.toMatch(/[\uD800-\uDFFF]/u);
  });

  it("reads a file of 50 MB of output in bounded memory (C18)", () => {
    const text = fixture("C01-all-passed.xml").toString();
    const output = `asserts="0"><output><![CDATA[${"x".repeat(50_000_000)}]]></output></test-case>`;
    const bytes = Buffer.from(text.replace('asserts="0"/>', output));
    const before = process.memoryUsage().rss;
    expect(parse(bytes).cases.map((one) => one.result)).toEqual(["Passed", "Passed", "Passed"]);
    expect(process.memoryUsage().rss - before).toBeLessThan(250_000_000);
  });

  it("tolerates a byte order mark and the root of 2016 editors", () => {
    expect(fault("\uFEFF<test-run/>")).toBe("readable");
    const old = parse(
      "<test-suite name='s' result='Failed' site='TearDown'><test-case name='a'/></test-suite>",
    );
    expect(old).toMatchObject({ root: "test-suite", suites: [{ site: "TearDown" }], cases: [{ suite: 0 }] });
  });
});

describe("a results file that cannot be believed", () => {
  const deep = "<test-suite>".repeat(300) + "</test-suite>".repeat(300);
  it.each([
    ["", "document must contain a root element"],
    ["log line\n<test-run/>", "text data outside of root node"],
    [" <?xml version='1.0'?><test-run/>", "XML declaration must be at the start"],
    ["<test-run/><test-run/>", "only one root"],
    ["<test-run/>trailing", "text data outside of root node"],
    ["<test-run>", "unclosed tag"],
    ["<test-run><a></test-run>", "unexpected close tag"],
    ["<test-run>&x;</test-run>", "undefined entity"],
    ["<test-run a='1' a='2'/>", "duplicate attribute"],
    ["<!DOCTYPE a><test-run/>", "It has a DOCTYPE"],
    ["<?xml version='1.0' encoding='utf-16'?><test-run/>", "Its encoding is utf-16, not UTF-8."],
    ["<test-results/>", "It is an NUnit 2 file"],
    ["<html/>", "Its root is html, not test-run."],
    [run(deep), "Its elements are nested deeper than 200."],
    [run(`<test-case name="${"n".repeat(40_000)}"/>`), "An attribute has more than 32768 characters."],
  ])("%j is unreadable", (xml, message) => {
    expect(fault(xml)).toContain(message);
  });

  it("is unreadable with log text before it (C24) or an external entity (C28)", () => {
    expect(fault(fixture("C24-log-before-xml.xml"))).toContain("text data outside of root node");
    expect(fault(fixture("C28-external-entity.xml"))).toContain("DOCTYPE");
  });

  it("is unreadable in UTF-16", () => {
    expect(fault(Buffer.from("\uFEFF<test-run/>", "utf16le"))).not.toBe("readable");
  });

  it("never throws, whatever the bytes", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void parseNunit(bytes)));
    const bytes = fixture("C10-onetimesetup-children-failed.xml");
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => {
        const changed = Uint8Array.from(bytes);
        changed[at] = byte;
        parseNunit(changed);
      }),
    );
  });
});

describe("attributes", () => {
  it.each([
    ["0,066", 66],
    ["0.066", 66],
    ["12", 12_000],
    ["", null],
    ["1.234,5", null],
    ["-1", null],
    ["NaN", null],
    [null, null],
  ])("duration %j is %j ms", (text, expected) => {
    expect(durationMs(text)).toBe(expected);
  });

  it.each([
    ["Passed", "Passed"],
    ["Failed(Child)", "Failed"],
    ["Failed:Error(SetUp)", "Failed"],
    ["Skipped:Ignored", "Skipped"],
    ["Inconclusive", "Inconclusive"],
    ["PassedNot", null],
    ["passed", null],
    ["Warning", null],
    ["", null],
    [null, null],
  ])("result %j is %j", (text, expected) => {
    expect(resultOf(text)).toBe(expected);
  });

  it("takes a case with an unknown result for inconclusive, never for passed", () => {
    const read = parse(run("<test-case fullname='a' result='Warning'/><test-case fullname='b'/>"));
    expect(read.cases.map((one) => one.result)).toEqual(["Inconclusive", "Inconclusive"]);
  });
});
