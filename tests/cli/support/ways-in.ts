import type { UploadRow } from "@/lib/db/queries/uploads";
import type { Method } from "@/tests/support/every-way";

/** Whoever tries: nobody, another submitter by session and by key, the owner, a maintainer. */
export type Who = "nobody" | "stranger" | "key" | "owner" | "maintainer";
export const STRANGERS: Who[] = ["nobody", "stranger", "key"];
export const ALL: Who[] = [...STRANGERS, "owner", "maintainer"];

/** Statuses by who asks, in the order of ALL; "any" for pages that differ by nobody. */
type Rule = Partial<Record<Method, number[]>>;

const open = (status = 200): Rule => ({ GET: ALL.map(() => status) });
/** Somebody's own page: whoever is signed in sees their own. A key is for the API alone. */
const signedIn: Rule = { GET: [307, 200, 307, 200, 200] };
const maintainers: Rule = { GET: [307, 404, 307, 404, 200] };
/** Of a submission that is hidden. */
const hidden: Rule = { GET: [404, 404, 404, 200, 200] };

export const RULES: Record<string, Rule> = {
  "account/page.tsx": signedIn,
  "api/auth/[...all]/route.ts": open(404),
  "api/auth/github/route.ts": open(404),
  "api/experiments/[id]/[instanceId]/[runId]/log/route.ts": hidden,
  "api/experiments/[id]/[instanceId]/[runId]/patch/route.ts": hidden,
  "api/experiments/[id]/attempts/route.ts": hidden,
  "api/maintain/evaluations/[id]/[name]/route.ts": { GET: [404, 404, 404, 404, 200] },
  "api/status/route.ts": open(),
  "api/v1/changes/route.ts": open(),
  "api/v1/charts/route.ts": open(),
  // A comparison of what not everybody may read is none, whoever asks.
  "api/v1/compare/route.ts": open(400),
  "api/v1/experiments/[id]/attempts/route.ts": hidden,
  "api/v1/experiments/[id]/reports/[name]/route.ts": hidden,
  "api/v1/experiments/[id]/route.ts": hidden,
  "api/v1/experiments/route.ts": open(),
  "api/v1/instances/[id]/route.ts": open(),
  "api/v1/instances/route.ts": open(),
  "api/v1/leaderboard/route.ts": open(),
  "api/v1/openapi.json/route.ts": open(),
  "api/v1/sets/route.ts": open(),
  "api/v1/me/route.ts": { GET: [401, 200, 200, 200, 200] },
  // Nobody else's cookie or key alters it; that the owner can is shown below.
  "api/v1/submissions/[id]/[action]/route.ts": { POST: [401, 404, 404] },
  "api/v1/submissions/[id]/events/route.ts": { GET: [401, 404, 404, 200, 200] },
  "api/v1/submissions/[id]/route.ts": { GET: [401, 404, 404, 200, 200], DELETE: [401, 404, 404] },
  "api/v1/submissions/route.ts": { GET: [401, 200, 200, 200, 200], POST: [401, 400, 400] },
  "card.png/route.ts": open(),
  "changes.atom/route.ts": open(),
  "changes/[id]/page.tsx": open(),
  "changes/page.tsx": open(),
  "charts/page.tsx": open(),
  "compare/page.tsx": open(),
  "docs/api/page.tsx": open(),
  "docs/limits/page.tsx": open(),
  "docs/metrics/page.tsx": open(),
  "docs/page.tsx": open(),
  "docs/run/page.tsx": open(),
  "docs/submission/page.tsx": open(),
  "docs/verification/page.tsx": open(),
  "experiments/[id]/[instanceId]/[runId]/page.tsx": hidden,
  "experiments/[id]/[instanceId]/page.tsx": { GET: ALL.map(() => 307) },
  // A badge stands on other sites, so it is drawn for nobody in particular.
  "experiments/[id]/badge.svg/route.ts": open(404),
  // The picture of the site stands for what not everybody may read.
  "experiments/[id]/card.png/route.ts": open(),
  "experiments/[id]/page.tsx": hidden,
  "healthz/route.ts": open(),
  "instances/[id]/page.tsx": open(),
  "instances/page.tsx": open(),
  "maintain/accounts/page.tsx": maintainers,
  "maintain/approvals/page.tsx": maintainers,
  "maintain/audits/[id]/page.tsx": maintainers,
  "maintain/corrections/page.tsx": maintainers,
  "maintain/events/page.tsx": maintainers,
  "maintain/experiments/[id]/page.tsx": maintainers,
  "maintain/experiments/page.tsx": maintainers,
  "maintain/flags/page.tsx": maintainers,
  "maintain/page.tsx": maintainers,
  "page.tsx": open(),
  "reset-password/page.tsx": open(),
  "robots.ts": open(),
  "sign-in/page.tsx": { GET: [200, 307, 200, 307, 307] },
  "sign-up/page.tsx": { GET: [200, 307, 200, 307, 307] },
  "sitemap.ts": open(),
  "submissions/[id]/page.tsx": { GET: [307, 404, 307, 200, 200] },
  "submissions/page.tsx": signedIn,
  "submit/page.tsx": open(),
};

/** What stands for a file that was sent in and confirmed. */
export function uploadRow(userId: string, experimentId: string): UploadRow {
  const now = Date.now();
  return {
    id: "aaaaaaaaaaaaaaaa",
    userId,
    fileName: "private.jsonl",
    fileSha256: "0".repeat(64),
    bytes: 1,
    rows: 100,
    set: "sample",
    state: "submitted",
    problems: [],
    errors: 0,
    warnings: 0,
    experimentId,
    createdAt: now,
    updatedAt: now,
  };
}
