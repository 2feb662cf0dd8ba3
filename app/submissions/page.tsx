import type { Metadata } from "next";
import { SubmissionTable } from "@/components/submission/submission-table";
import { EmptyState } from "@/components/ui/empty-state";
import { requireViewer } from "@/lib/auth/viewer";
import { readSubmissions } from "@/lib/services/portal/list";

export const metadata: Metadata = { title: "Your submissions" };

export default async function SubmissionsPage() {
  const lines = readSubmissions(await requireViewer("/submissions"));
  return (
    <>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-large">Your submissions</h1>
        <a href="/submit" className="button button-main no-underline">
          Submit predictions
        </a>
      </div>
      {lines.length > 0 ? (
        <SubmissionTable lines={lines} />
      ) : (
        <EmptyState title="You have not uploaded anything yet.">
          <p>
            <a href="/submit">Upload a predictions file</a>: it is checked first, and nothing counts until you
            submit it.
          </p>
        </EmptyState>
      )}
    </>
  );
}
