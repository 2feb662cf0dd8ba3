import { counted } from "@/components/ui/format";
import { LinkTabs } from "@/components/ui/link-tabs";
import { SET_NAMES } from "@/components/ui/sets";
import type { BenchmarkSet } from "@/lib/domain/instance";
import type { SetTab } from "@/lib/domain/views";

type SetTabsProps = {
  tabs: readonly SetTab[];
  shown: BenchmarkSet;
  hrefOf: (set: BenchmarkSet) => string;
  count: "experiments" | "instances";
};

/** The three sets; a number beside each says how much stands behind it. */
export function SetTabs({ tabs, shown, hrefOf, count }: SetTabsProps) {
  return (
    <LinkTabs
      label="Benchmark set"
      tabs={tabs.map((tab) => ({
        href: hrefOf(tab.set),
        label: SET_NAMES[tab.set],
        count: counted(tab[count], count === "experiments" ? "system" : "instance"),
        current: tab.set === shown,
      }))}
    />
  );
}
