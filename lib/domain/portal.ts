import * as z from "zod";

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, "must be one line of text");
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
