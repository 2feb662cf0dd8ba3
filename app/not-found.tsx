import type { Metadata } from "next";

export const metadata: Metadata = { title: "Not here" };

export default function NotFound() {
  return (
    <>
      <h1 className="text-large">There is nothing at this address.</h1>
      <p className="mt-2 max-w-prose text-muted">
        An experiment or an instance may be missing here because this installation has another database or
        dataset. Start from the <a href="/">leaderboard</a> or the <a href="/instances">instances</a>.
      </p>
    </>
  );
}
