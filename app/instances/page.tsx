import type { Metadata } from "next";
import { InstanceFilter } from "@/components/instance/instance-filter";
import { InstanceTable } from "@/components/instance/instance-table";
import { SetTabs } from "@/components/leaderboard/set-tabs";
import { EmptyState } from "@/components/ui/empty-state";
import { counted } from "@/components/ui/format";
import { SET_NAMES, SET_SENTENCES } from "@/components/ui/sets";
import { chooseInstances, instancesAsked } from "@/lib/domain/instance-order";
import { apiHref, csvHref, instancesHref } from "@/lib/domain/links";
import { readInstances } from "@/lib/services/read/instances";
import { type SearchParams, setParam } from "../params";

export const metadata: Metadata = { title: "Instances" };

export default async function InstancesPage({ searchParams }: { searchParams: SearchParams }) {
  const view = readInstances(await setParam(searchParams));
  const params = await searchParams;
  const asked = instancesAsked(view.set, (name) => [params[name]].flat()[0]);
  const rows = chooseInstances(view.rows, asked);
  return (
    <>
      <h1 className="sr-only">Instances</h1>
      <SetTabs tabs={view.tabs} shown={view.set} hrefOf={instancesHref} count="instances" />
      <p className="mt-4 mb-6 max-w-prose text-muted">{SET_SENTENCES[view.set]}</p>
      {view.rows.length > 0 ? (
        <>
          <InstanceFilter rows={view.rows} asked={asked} />
          {rows.length > 0 ? <InstanceTable rows={rows} asked={asked} /> : <p>No instance is like that.</p>}
          <p className="mt-4 text-small text-muted">
            {rows.length} of {counted(view.rows.length, "instance")}. All of them as{" "}
            <a href={apiHref.instances(view.set)}>JSON</a> or{" "}
            <a href={csvHref(apiHref.instances(view.set))}>CSV</a>.{" "}
            <a href="/docs/metrics#instances">What the columns mean</a>
          </p>
        </>
      ) : (
        <EmptyState title={`No instance of the ${SET_NAMES[view.set].toLowerCase()} set is installed.`}>
          <p>Point BENCHMARK_DIR to a folder with instances.json and repos.yaml, and start the site again.</p>
        </EmptyState>
      )}
    </>
  );
}
