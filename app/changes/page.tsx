import type { Metadata } from "next";
import { oneParam, type SearchParams, setParam } from "@/app/params";
import { ChangeList } from "@/components/changes/change-list";
import { LinkTabs } from "@/components/ui/link-tabs";
import { SET_NAMES } from "@/components/ui/sets";
import { changesHref, feedHref } from "@/lib/domain/changes";
import { BENCHMARK_SETS } from "@/lib/domain/instance";
import { readChanges } from "@/lib/services/read/changes";

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const set = (await setParam(searchParams)) ?? null;
  return { title: "Corrections", alternates: { types: { "application/atom+xml": feedHref(set) } } };
}

type Props = { searchParams: SearchParams };

/** Everything that changed a published result, with its date. */
export default async function ChangesPage({ searchParams }: Props) {
  const set = (await setParam(searchParams)) ?? null;
  const before = await oneParam(searchParams, "before");
  const view = readChanges({ set, before: before && /^\d{1,9}$/.test(before) ? Number(before) : null });
  const tab = (one: typeof set, label: string) => ({
    href: changesHref(one),
    label,
    count: "",
    current: one === set,
  });
  return (
    <>
      <h1 className="text-large">Corrections</h1>
      <p className="mt-2 max-w-prose text-muted">
        Every verification, withdrawal and rescoring, and every change of the dataset. Entries are never
        altered. <a href={feedHref(set)}>Atom feed</a>
      </p>
      <div className="mt-4 mb-6">
        <LinkTabs
          label="Benchmark set"
          tabs={[tab(null, "All"), ...BENCHMARK_SETS.map((one) => tab(one, SET_NAMES[one]))]}
        />
      </div>
      <ChangeList entries={view.entries} />
      {view.olderHref && (
        <p className="mt-4 text-small">
          <a href={view.olderHref}>Older entries</a>
        </p>
      )}
    </>
  );
}
