import { PatchDiff } from "@/components/diff/patch-diff";
import { Hash } from "@/components/ui/facts";
import { bytes } from "@/components/ui/format";
import type { AttemptView } from "@/lib/domain/attempt-views";

type PatchSectionProps = { view: AttemptView; full: number | null; pageHref: string };

/** The patch as it was handed in, drawn as a diff. */
export function PatchSection({ view, full, pageHref }: PatchSectionProps) {
  const { patch } = view;
  if (patch === null) return <p className="text-small text-muted">The prediction’s model_patch is null.</p>;
  if (patch.text.trim() === "") {
    return <p className="text-small text-muted">The prediction’s model_patch holds no text.</p>;
  }
  return (
    <>
      <p className="mb-3 text-small text-muted">
        {bytes(patch.size)}, SHA-256 <Hash value={patch.sha256} />
        {patch.repaired && ". Its last line had no line feed: one was added, nothing else"}
        {patch.lossy && ". Some bytes are not UTF-8 and are shown as \ufffd"}
        {patch.omittedBytes > 0 && `. The last ${bytes(patch.omittedBytes)} are not shown`}
        {". "}
        <a href={patch.href}>Download</a>
      </p>
      <PatchDiff
        text={patch.text}
        full={full}
        hrefOf={(index) => `${pageHref}?full=${index}`}
        markOf={(path) => markOf(view, path)}
      />
    </>
  );
}

function markOf({ touched }: AttemptView, path: string): string | null {
  const file = touched.find((one) => one.path === path);
  if (file?.overwritten) return "put back";
  return file?.target && !file.modeOnly ? "target" : null;
}
