import type { Metadata } from "next";
import { ComparedAttempts } from "@/components/compare/compared-attempts";
import { OverlapTable } from "@/components/compare/overlap";
import { PairsTable } from "@/components/compare/pairs-table";
import { Picker } from "@/components/compare/picker";
import { SystemsTable } from "@/components/compare/systems-table";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { counted } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { SET_NAMES } from "@/components/ui/sets";
import { StandinNotice } from "@/components/ui/standin-notice";
import { MOST_COMPARED } from "@/lib/domain/comparison";
import { type ComparisonView, compareHref, isComparison, parseSystems } from "@/lib/domain/comparison-view";
import { leaderboardHref } from "@/lib/domain/links";
import { readChoices, readComparison } from "@/lib/services/read/comparison";
import { paramEntries, type SearchParams, setParam } from "../params";

export const metadata: Metadata = { title: "Compare systems" };

export default async function ComparePage({ searchParams }: { searchParams: SearchParams }) {
  const entries = await paramEntries(searchParams);
  const valuesOf = (name: string) => entries.flatMap(([key, value]) => (key === name ? [value] : []));
  const { ids, tooMany } = parseSystems(valuesOf("systems"));
  const view = readComparison(await setParam(searchParams), ids);
  const text = (valuesOf("q")[0] ?? "").slice(0, 200);
  const chosen = view.systems.map((one) => one.experimentId);
  const choices = readChoices(view.set, chosen, text);
  const compares = isComparison(view);
  return (
    <>
      <Breadcrumbs
        crumbs={[{ label: SET_NAMES[view.set], href: leaderboardHref(view.set) }, { label: "Compare" }]}
      />
      <h1 className="mt-2 text-large">
        {compares ? `Compare ${counted(view.systems.length, "system")}` : "Compare systems"}
      </h1>
      {view.set === "sample" && <StandinNotice />}
      {tooMany && (
        <Notice title={`The first ${MOST_COMPARED}.`}>
          No more than {MOST_COMPARED} systems are compared at once; the others are left out.
        </Notice>
      )}
      {view.unknown.length > 0 && (
        <Notice title="Not on this leaderboard:">
          {view.unknown.join(", ")}. It may be withdrawn, replaced by a later submission, or of another set.
        </Notice>
      )}
      {compares ? (
        <Comparison view={view} all={valuesOf("all")[0] === "1"} />
      ) : (
        <p className="mt-4 max-w-prose text-muted">
          {view.systems.length === 1
            ? "One system is chosen. Choose at least one more to see where they differ."
            : "Choose systems of one set to see where they differ, whether the gap could be chance, and every attempt side by side."}
        </p>
      )}
      <Section id="choose" title={compares ? "Other systems" : "Systems of this set"}>
        <Picker set={view.set} choices={choices} />
      </Section>
    </>
  );
}

function Comparison({ view, all }: { view: ComparisonView; all: boolean }) {
  const file = compareHref(
    view.set,
    view.systems.map((one) => one.experimentId),
    "/api/compare",
  );
  return (
    <>
      <div className="mt-6">
        <SystemsTable view={view} />
      </div>
      <Section
        id="pairs"
        title="Could the gaps be chance?"
        aside={
          <>
            Download as <a href={`${file}&format=csv&table=pairs`}>CSV</a> or{" "}
            <a href={`${file}&format=json`}>JSON</a>
          </>
        }
      >
        <PairsTable view={view} />
      </Section>
      <Section id="overlap" title="Do they solve the same instances?">
        <OverlapTable view={view} />
      </Section>
      <Section
        id="attempts"
        title="Where do they differ, attempt by attempt?"
        aside={
          <>
            Download as <a href={`${file}&format=csv`}>CSV</a> or <a href={`${file}&format=json`}>JSON</a>
          </>
        }
      >
        <ComparedAttempts view={view} all={all} />
      </Section>
    </>
  );
}
