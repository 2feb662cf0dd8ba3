import type { LeaderboardRow } from "@/lib/domain/views";

/** What the submitter tells and nobody here has measured. */

export function Cost({ cost }: { cost: LeaderboardRow["cost"] }) {
  if (cost === null) {
    return (
      <span className="text-muted" title="The submission tells no cost">
        —
      </span>
    );
  }
  return (
    <>
      <span className="text-base">{dollars(cost.usd)}</span>
      <span className="block text-muted" title="Attempts that the submitter tells the cost of">
        {cost.given}/{cost.of}
      </span>
    </>
  );
}

/** "$0.042": cents do for dollars, and more digits where cents say nothing. */
export function dollars(usd: number): string {
  return `$${usd.toFixed(usd >= 1 || usd === 0 ? 2 : usd >= 0.01 ? 3 : 5)}`;
}

const OUTSIDE = { rel: "noopener noreferrer nofollow ugc" };

export function Links({ row: { links, agent } }: { row: LeaderboardRow }) {
  const named = [
    { text: "project", href: links.project },
    { text: "logs", href: links.logs },
  ].flatMap(({ text, href }) => (href === null ? [] : [{ text, href }]));
  if (named.length === 0) return <span className="text-muted">—</span>;
  return named.map(({ text, href }) => (
    <a key={text} href={href} {...OUTSIDE} className="mr-2">
      {text}
      <span className="sr-only"> of {agent}</span>
    </a>
  ));
}
