import { AttemptGrid } from "@/components/attempt-grid/attempt-grid";
import { counted } from "@/components/ui/format";
import type { ComparedInstance, ComparisonView } from "@/lib/domain/comparison-view";
import { compareHref } from "@/lib/domain/comparison-view";

type ComparedAttemptsProps = { view: ComparisonView; all: boolean };

/** Attempt by attempt: the systems' rows of an instance stand under each other. */
export function ComparedAttempts({ view, all }: ComparedAttemptsProps) {
  const { instances, systems, k, set } = view;
  const shown = all ? instances : instances.filter((one) => one.differs);
  const href = compareHref(
    set,
    systems.map((one) => one.experimentId),
  );
  const heads = new Map(shown.map((one) => [one.rows[0]?.id, one]));
  return (
    <>
      <p className="mb-3 text-small">
        {all ? (
          <>
            All {counted(instances.length, "instance")}.{" "}
            <a href={`${href}#attempts`}>Only those that differ</a>
          </>
        ) : (
          <>
            {shown.length} of {counted(instances.length, "instance")}, where passes, file hits or applied
            patches differ. <a href={`${href}&all=1#attempts`}>All instances</a>
          </>
        )}
      </p>
      {shown.length > 0 && (
        <AttemptGrid
          rows={shown.flatMap((one) => one.rows)}
          k={k}
          rowTitle="Instance and system"
          caption="Outcome of each attempt by instance, system and run"
          groupOf={(row) => {
            const head = heads.get(row.id);
            return head ? <GroupTitle instance={head} /> : null;
          }}
        />
      )}
    </>
  );
}

function GroupTitle({ instance }: { instance: ComparedInstance }) {
  return (
    <a href={instance.href} className="quiet-link font-medium">
      {instance.id}
    </a>
  );
}
