import type { BoardColumn } from "@/lib/domain/board";

/** What stands at the head of a column. */
export function columnName(column: BoardColumn, k: number): string {
  switch (column) {
    case "model":
      return "Model";
    case "temperature":
      return "Temp.";
    case "organisation":
      return "Organisation";
    case "score":
      return "Score";
    case "parseable":
      return `parseable@${k}`;
    case "filehit":
      return `filehit@${k}`;
    case "pass@k":
      return `pass@${k}`;
    case "pass@1":
      return "pass@1";
    case "attempts":
      return "Attempts";
    case "coverage":
      return "Coverage";
    case "cost":
      return "Cost";
    case "date":
      return "Submitted";
    case "verified":
      return "Verified";
    case "links":
      return "Links";
  }
}
