import * as z from "zod";

/** Control characters, those that turn the direction of a text, and halves of characters: none may stand in a table. */
const HIDDEN = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !HIDDEN.test(text), "must be one line of visible text");
const webLink = z
  .url({ protocol: /^https?$/, error: "must be a link that starts with https:// or http://" })
  .max(500);

/** What a submitter tells about a submission. Shown as text and links; nothing here is fetched or run. */
export const submissionAboutSchema = z.strictObject({
  organisation: line(120).optional(),
  link: webLink.optional(),
  description: z.string().trim().max(2000).optional(),
  logsUrl: webLink.optional(),
  openSource: z.boolean().optional(),
});
export type SubmissionAbout = z.infer<typeof submissionAboutSchema>;

/** What a verified mark rests on: kept as it was when the mark was given. */
export type VerifiedEvidence = {
  datasetHash: string;
  harnessVersion: string;
  /** Digest by editor image name. */
  images: Record<string, string>;
  /** Absent when a written reason stands in for an audit. `share`: of the evaluations that were run again. */
  audit?: { id: string; agreed: number; compared: number; share?: number };
};
