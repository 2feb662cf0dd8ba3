import { Notice } from "@/components/ui/notice";

/** What this installation cannot read; whoever runs it has to mend it. */
export function SiteProblems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <div className="mx-auto w-full max-w-page px-4 sm:px-6">
      <Notice title="This installation is not in order.">
        <ul className="mt-1 list-disc pl-5">
          {problems.map((problem) => (
            <li key={problem} className="wrap-anywhere">
              {problem}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
