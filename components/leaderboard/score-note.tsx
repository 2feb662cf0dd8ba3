import type { BoardView } from "@/lib/domain/board";

/** What the ranking can and cannot say, in the numbers of this very table. */
export function ScoreNote({ view: { instances, k } }: { view: BoardView }) {
  return (
    <p className="mt-4 max-w-prose text-small text-muted">
      Score = parseable@{k} × filehit@{k} × pass@{k}, each the mean over all {instances} instances. The bar
      under a Score is its 95 % bootstrap interval over instances. Systems in one bracket cannot be told
      apart: with {instances} instances most gaps are noise.{" "}
      <a href="/docs#metrics">How the numbers are made</a>
    </p>
  );
}
