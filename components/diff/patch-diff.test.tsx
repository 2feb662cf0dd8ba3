import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { highlightLines } from "./highlight";
import { parseDiff } from "./parse-diff";
import { PatchDiff } from "./patch-diff";

const HUNK = `@@ -1,3 +1,3 @@
 class A
-{ int old; }
+{ int now; }
 // end
`;
const file = (path: string, hunk = HUNK) =>
  `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n${hunk}`;
const draw = (text: string, full: number | null = null) =>
  renderToStaticMarkup(
    <PatchDiff text={text} full={full} hrefOf={(index) => `?full=${index}`} markOf={() => null} />,
  );

describe("a patch as a diff", () => {
  test("has line numbers of both sides and counts of lines", () => {
    const [one] = parseDiff(file("Assets/A.cs")) ?? [];
    expect(one).toMatchObject({ path: "Assets/A.cs", change: "modified", added: 1, removed: 1 });
    expect(one?.hunks[0]?.lines.map((line) => [line.kind, line.oldNumber, line.newNumber])).toEqual([
      ["context", 1, 1],
      ["removed", 2, null],
      ["added", null, 2],
      ["context", 3, 3],
    ]);
  });

  test("tells new, deleted, renamed, binary and mode-only files apart", () => {
    const patch = [
      "diff --git a/n.cs b/n.cs\nnew file mode 100644\n--- /dev/null\n+++ b/n.cs\n@@ -0,0 +1 @@\n+x\n",
      "diff --git a/d.cs b/d.cs\ndeleted file mode 100644\n--- a/d.cs\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
      "diff --git a/o.cs b/r.cs\nsimilarity index 100%\nrename from o.cs\nrename to r.cs\n",
      "diff --git a/b.png b/b.png\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKc${NkU|;|M00aO5\n\n",
      "diff --git a/m.sh b/m.sh\nold mode 100644\nnew mode 100755\n",
    ].join("");
    expect(parseDiff(patch)?.map((one) => [one.path, one.change, one.binary])).toEqual([
      ["n.cs", "added", false],
      ["d.cs", "deleted", false],
      ["r.cs", "renamed", false],
      ["b.png", "modified", true],
      ["m.sh", "mode changed", false],
    ]);
  });

  test("reads a patch with a byte order mark, and one with the signature of a mail", () => {
    expect(parseDiff(`\ufeff${file("A.cs")}`)).toHaveLength(1);
    expect(parseDiff(`${file("A.cs")}-- \n2.39.5\n`)).toHaveLength(1);
  });

  test.each(["", "not a patch", file("A.cs").replace("+1,3", "+1,9"), "--- a\n"])(
    "shows what is no patch as the text it is: %j",
    (text) => {
      expect(parseDiff(text)).toBeNull();
    },
  );

  test("shows the text of a patch that cannot be read, line by line", () => {
    const markup = draw("diff --git a/A.cs b/A.cs\n@@ broken <b>\n");
    expect(markup).toContain("@@ broken &lt;b&gt;");
    expect(markup).toContain('<td class="diff-number">2</td>');
  });

  test("is text whatever it holds: names, code, overrides of direction", () => {
    const hostile = "<img src=x onerror=alert(1)>\u202e";
    const markup = draw(file(`${hostile}.cs`, HUNK.replace("int now", '"</td><script>" /* \u202e */')));
    expect(markup).not.toMatch(/<(img|script)/);
    expect(markup).not.toContain("\u202e");
    expect(markup).toContain("⟨U+202E⟩");
  });

  test("draws the head of a long file and the whole of it when asked", () => {
    const long = file(
      "A.cs",
      `@@ -0,0 +1,900 @@\n${Array.from({ length: 900 }, (_, i) => `+int x${i};\n`).join("")}`,
    );
    const head = draw(file("B.cs") + long);
    expect(head).toContain("200 of 900 lines");
    expect(head).toContain('href="?full=1#file-1"');
    expect(head).not.toContain("x899");
    expect(draw(file("B.cs") + long, 1)).toContain("x899");
  });

  test("stays bounded for hundreds of files", () => {
    const markup = draw(Array.from({ length: 300 }, (_, index) => file(`F${index}.cs`)).join(""));
    expect(markup).toContain("60 of 300 files");
  });
});

describe("colours of code", () => {
  test("give back the very text, line by line, with a comment over lines as one", () => {
    const lines = ["/* one", "two */ class A { string s = \"<b> & 'c'\"; }", "\treturn 1.5f;", ""];
    const tokens = highlightLines("A.cs", lines);
    expect(tokens?.map((line) => line.map((token) => token.text).join(""))).toEqual(lines);
    expect(tokens?.[1]?.[0]).toEqual({ kind: "comment", text: "two */" });
    expect(tokens?.[1]?.some((token) => token.kind === "string" && token.text.includes("<b>"))).toBe(true);
  });

  test("are left out for other files and for endless lines", () => {
    expect(highlightLines("a.png", ["x"])).toBeNull();
    expect(highlightLines("a.cs", ["x".repeat(3000)])).toBeNull();
  });
});
