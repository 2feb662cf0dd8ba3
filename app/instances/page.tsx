import type { Metadata } from "next";
import { InstanceTable } from "@/components/instance/instance-table";
import { SetTabs } from "@/components/leaderboard/set-tabs";
import { EmptyState } from "@/components/ui/empty-state";
import { SET_NAMES, SET_SENTENCES } from "@/components/ui/sets";
import { instancesHref } from "@/lib/domain/links";
import { readInstances } from "@/lib/services/read/instances";
import { type SearchParams, setParam } from "../params";

export const metadata: Metadata = { title: "Instances" };

export default async function InstancesPage({ searchParams }: { searchParams: SearchParams }) {
  const view = readInstances(await setParam(searchParams));
  return (
    <>
      <h1 className="sr-only">Instances</h1>
      <SetTabs tabs={view.tabs} shown={view.set} hrefOf={instancesHref} count="instances" />
      <p className="mt-4 mb-6 max-w-prose text-muted">{SET_SENTENCES[view.set]}</p>
      {view.rows.length > 0 ? (
        <InstanceTable rows={view.rows} />
      ) : (
        <EmptyState title={`No instance of the ${SET_NAMES[view.set].toLowerCase()} set is installed.`}>
          <p>Point BENCHMARK_DIR to a folder with instances.json and repos.yaml, and start the site again.</p>
        </EmptyState>
      )}
    </>
  );
}
