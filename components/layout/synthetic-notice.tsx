import { Notice } from "@/components/ui/notice";

/** Above every page of a database that a measurement of speed made. */
export function SyntheticNotice() {
  return (
    <div className="mx-auto w-full max-w-page px-4 sm:px-6">
      <Notice title="Made-up systems.">
        This database was filled to measure the speed of the site. No system on it exists, and nothing was
        evaluated.
      </Notice>
    </div>
  );
}
