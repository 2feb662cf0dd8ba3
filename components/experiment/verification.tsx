import { moment } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import type { ExperimentView } from "@/lib/domain/views";

/** The evidence behind the verified mark, or what its absence means. */
export function Verification({ verified }: Pick<ExperimentView, "verified">) {
  return (
    <Section id="verification" title="Verification">
      <p className="max-w-prose text-small">
        {verified
          ? `Verified by a maintainer's audit${verified.at === null ? "" : ` on ${moment(verified.at)}`}: the same predictions were evaluated again, independently. ${verified.note ?? ""}`
          : "Not verified. A maintainer's audit evaluates the same predictions a second time and compares every outcome; that has not been done for this experiment."}
      </p>
    </Section>
  );
}
