"use client";

/** A page that could not be drawn. The reference is in the site's log beside the cause. */
export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <>
      <h1 className="text-large">This page could not be drawn.</h1>
      <p className="mt-2 max-w-prose text-muted">
        The fault is ours and is written down{error.digest ? " under this reference" : ""}. Nothing that was
        evaluated is lost.
      </p>
      {error.digest && (
        <p className="mt-4">
          Reference <code>{error.digest}</code>
        </p>
      )}
      <p className="mt-4">
        <button type="button" onClick={reset} className="border border-edge px-3 py-1 hover:bg-sunken">
          Try again
        </button>
      </p>
    </>
  );
}
