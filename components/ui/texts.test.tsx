import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { progressText } from "@/components/experiment/progress";
import { IssueText } from "@/components/instance/issue-text";
import { tieBrackets } from "@/components/leaderboard/tie-brackets";
import { statusDetail, statusTitle } from "@/components/status/status-strip";
import type { WorkStatus } from "@/lib/domain/views";
import { logText, visibleText } from "@/lib/domain/visible-text";
import { bytes, duration, fixed3, moment } from "./format";

describe("numbers and times", () => {
  test("are written the same way everywhere", () => {
    expect([fixed3(0.0625), fixed3(1), fixed3(null)]).toEqual(["0.063", "1.000", "—"]);
    expect([duration(840), duration(12_400), duration(185_000), duration(7_800_000)]).toEqual([
      "840 ms",
      "12.4 s",
      "3 min 05 s",
      "2 h 10 min",
    ]);
    expect([bytes(812), bytes(3400), bytes(12_000_000)]).toEqual(["812 B", "3.4 KB", "12 MB"]);
    expect(moment(Date.UTC(2026, 10, 29, 22, 34))).toBe("2026-11-29 22:34 UTC");
  });
});

describe("text of others", () => {
  test("has its invisible characters written out", () => {
    expect(visibleText("a\u202eb\u0000\tc\r\nd\r")).toBe("a⟨U+202E⟩b⟨U+0000⟩\tc␍\nd␍");
    expect(logText("\u001b[31mred\u001b[0m\r\n\u0007")).toBe("red\n⟨U+0007⟩");
  });

  test("in an issue is never markup, loads nothing and runs nothing", () => {
    const markup = renderToStaticMarkup(
      <IssueText
        text={[
          "<img src=x onerror=alert(1)>",
          "text </script><script>alert(1)</script>",
          "[a](javascript:alert(1)) [b](data:text/html,x) [c](https://example.invalid/)",
          "![d](https://example.invalid/d.png)",
          "# e",
        ].join("\n\n")}
      />,
    );
    expect(markup).not.toMatch(/<(img|script|h1|h2)/);
    expect(markup.match(/href="[^"]*"/g)).toEqual(['href="https://example.invalid/"']);
    expect(markup).toContain('rel="noopener noreferrer nofollow ugc"');
    expect(markup).toContain("[image: d]");
    expect(markup).toContain("<h3>e</h3>");
  });
});

describe("tie brackets", () => {
  test("hold neighbouring rows of one group together and leave single ones alone", () => {
    const groups = ["a", "a", "a", "b", "c", "c", null, null];
    expect(tieBrackets(groups.map((tieGroup) => ({ tieGroup })))).toEqual([
      "first",
      "middle",
      "last",
      null,
      "first",
      "last",
      null,
      null,
    ]);
  });
});

describe("the status line", () => {
  const idle: WorkStatus = {
    queued: 0,
    running: 0,
    workers: { alive: 1, canEvaluate: 1 },
    lastSeenAt: 0,
    waitsFor: null,
    note: "Docker 20.10.24",
    version: "",
  };
  test("says what runs, what waits, and for what", () => {
    const say = (change: Partial<WorkStatus>) =>
      `${statusTitle({ ...idle, ...change })} ${statusDetail({ ...idle, ...change })}`;
    expect(say({})).toBe("Idle. 1 worker, Docker 20.10.24.");
    expect(say({ running: 2, queued: 5 })).toBe("2 running, 5 queued. 1 worker, Docker 20.10.24.");
    expect(say({ queued: 1, waitsFor: "sandbox", note: "Docker does not answer" })).toBe(
      "1 job waits for Docker. Docker does not answer. Patches are checked meanwhile.",
    );
    expect(
      say({ queued: 3, waitsFor: "worker", workers: { alive: 0, canEvaluate: 0 }, lastSeenAt: null }),
    ).toBe("3 jobs wait for a worker. No worker is running. npm start runs one beside the site.");
  });
});

describe("what is left of an experiment", () => {
  const progress = {
    done: 45,
    expected: 100,
    unchecked: 0,
    running: 0,
    evaluationsLeft: 42,
    jobsBefore: null,
    secondsLeft: null,
  };
  test("is told in patches, then in evaluations, with the queue before it and the time it may take", () => {
    expect(progressText({ ...progress, unchecked: 100, jobsBefore: 1 })).toBe(
      "100 patches to check. 1 job of others comes first.",
    );
    expect(progressText({ ...progress, jobsBefore: 7 })).toBe(
      "42 evaluations to go. 7 jobs of others come first.",
    );
    expect(progressText({ ...progress, running: 2, secondsLeft: 95 })).toBe(
      "2 evaluations running, 40 more to go, about 1 min 35 s at this pace.",
    );
  });
});
