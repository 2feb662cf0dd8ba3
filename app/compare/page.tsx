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
import { csvHref, leaderboardHref } from "@/lib/domain/links";
import { readChoices, readComparison } from "@/lib/services/read/comparison";
import { paramEntries, type SearchParams, setParam } from "../params";

export const metadata: Metadata = { title: "Compare systems" };

export default async function ComparePage({ searchParams }: { searchParams: SearchParams }) {
  const entries = await paramEntries(searchParams);
  const valuesOf = (name: string) => entries.flatMap(([key, value]) => (key === name ? [value] : []));
  const { ids, tooMany } = parseSystems(valuesOf("systems"));
  const view = readComparison(await setParam(searchParams), ids);
  const { set, systems, unknown } = view;
  const chosen = systems.map((one) => one.experimentId);
  const choices = readChoices(set, chosen, (valuesOf("q")[0] ?? "").slice(0, 200));
  const compares = isComparison(view);
  return (
    <>
      <Breadcrumbs crumbs={[{ label: SET_NAMES[set], href: leaderboardHref(set) }, { label: "Compare" }]} />
      <h1 className="mt-2 text-large">
        {compares ? `Compare ${counted(systems.length, "system")}` : "Compare systems"}
      </h1>
      {set === "sample" && <StandinNotice />}
      <LeftOut tooMany={tooMany} unknown={unknown} />
      {compares ? (
        <Comparison view={view} all={valuesOf("all")[0] === "1"} />
      ) : (
        <p className="mt-4 max-w-prose text-muted">
          {systems.length === 1
            ? "One system is chosen. Choose at least one more to see where they differ."
            : "Choose systems of one set to see where they differ, whether the gap could be chance, and every attempt side by side."}
        </p>
      )}
      <Section id="choose" title={compares ? "Other systems" : "Systems of this set"}>
        <Picker set={set} choices={choices} />
      </Section>
    </>
  );
}

/** What the address asks for and the page does not show, and why. */
function LeftOut({ tooMany, unknown }: { tooMany: boolean; unknown: readonly string[] }) {
  return (
    <>
      {tooMany && (
        <Notice title={`The first ${MOST_COMPARED}.`}>
          No more than {MOST_COMPARED} systems are compared at once; the others are left out.
        </Notice>
      )}
      {unknown.length > 0 && (
        <Notice title="Not on this leaderboard:">
          {unknown.join(", ")}. It may be withdrawn, replaced by a later submission, or of another set.
        </Notice>
      )}
    </>
  );
}

function Comparison({ view, all }: { view: ComparisonView; all: boolean }) {
  const ids = view.systems.map((one) => one.experimentId);
  const file = compareHref(view.set, ids, "/api/v1/compare");
  return (
    <>
      <div className="mt-6">
        <SystemsTable view={view} />
      </div>
      <Section
        id="pairs"
        title="Could the gaps be chance?"
        aside={<Downloads file={file} csv={`${file}&table=pairs`} />}
      >
        <PairsTable view={view} />
      </Section>
      <Section id="overlap" title="Do they solve the same instances?">
        <OverlapTable view={view} />
      </Section>
      <Section
        id="attempts"
        title="Where do they differ, attempt by attempt?"
        aside={<Downloads file={file} csv={file} />}
      >
        <ComparedAttempts view={view} all={all} />
      </Section>
    </>
  );
}

/** JSON has all of a comparison, CSV one table of it. */
function Downloads({ file, csv }: { file: string; csv: string }) {
  return (
    <>
      Download as <a href={csvHref(csv)}>CSV</a> or{" "}
      <a href={file} download>
        JSON
      </a>
    </>
  );
}
