import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import { experiments, submissions } from "../schema";

/** Conditions on an experiment joined with its submission; the rule in words is `mayRead` of lib/domain/access. */

/** Let in, not hidden and not a draft: everybody may open it. */
export const isPublic = and(
  ne(experiments.state, "draft"),
  eq(submissions.visibility, "public"),
  inArray(submissions.approval, ["not-needed", "approved"]),
);

/** Public, and neither withdrawn nor cancelled: it may stand in lists and reports. */
export const isListed = and(isPublic, isNull(submissions.withdrawnAt), ne(experiments.state, "cancelled"));
