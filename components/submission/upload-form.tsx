"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { bytes } from "@/components/ui/format";
import { SET_NAMES } from "@/components/ui/sets";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { submissionHref } from "@/lib/domain/links";
import { startUpload, type UploadEnd } from "./send-file";

/** A set to choose: how large it is, and what is left of today's quota. */
export type SetChoice = { set: BenchmarkSet; instances: number; left: number; limit: number; resets: string };

type Sending = { name: string; sent: number; total: number; stop: () => void };

/**
 * Choose a set and a file. Without scripts it is a plain form; with them the file goes up with progress, and
 * can be stopped.
 */
export function UploadForm({ choices, maxBytes }: { choices: readonly SetChoice[]; maxBytes: number }) {
  const router = useRouter();
  const [sending, setSending] = useState<Sending | null>(null);
  const [failure, setFailure] = useState<Extract<UploadEnd, { status: "failed" }> | null>(null);
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) message.current?.focus();
  }, [failure]);

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const form = new FormData(event.currentTarget);
    const file = form.get("file");
    if (!(file instanceof File) || file.name === "") {
      setFailure({ status: "failed", message: "No file is chosen.", mend: "Choose a predictions file." });
      return;
    }
    setFailure(null);
    const onProgress = (sent: number, total: number) => setSending((now) => now && { ...now, sent, total });
    const upload = startUpload(String(form.get("set")), file, onProgress);
    setSending({ name: file.name, sent: 0, total: file.size, stop: upload.stop });
    void upload.end.then((end) => {
      if (end.status === "uploaded") router.push(submissionHref(end.id));
      else {
        setSending(null);
        if (end.status === "failed") setFailure(end);
      }
    });
  };

  const first = choices.find((one) => one.instances > 0 && one.left > 0) ?? choices[0];
  return (
    <form
      method="post"
      action="/api/v1/submissions"
      encType="multipart/form-data"
      onSubmit={send}
      aria-label="Upload a predictions file"
      className="space-y-6"
    >
      <fieldset disabled={sending !== null}>
        <legend className="font-medium">Set</legend>
        <div className="mt-2 border-t border-line">
          {choices.map((one) => (
            <SetRadio key={one.set} choice={one} chosen={one.set === first?.set} />
          ))}
        </div>
      </fieldset>
      <div>
        <label htmlFor="file" className="block font-medium">
          Predictions file
        </label>
        <input
          id="file"
          name="file"
          type="file"
          accept=".jsonl,.jsonl.gz,.gz,.ndjson,application/gzip,application/jsonl"
          required
          disabled={sending !== null}
          aria-describedby="file-hint"
          className="field mt-1"
        />
        <p id="file-hint" className="mt-1 text-small text-muted">
          JSON Lines with ten rows for each instance of the set, plain or as .gz, up to {bytes(maxBytes)}.
        </p>
      </div>
      {failure && (
        <div
          ref={message}
          role="alert"
          tabIndex={-1}
          className="border-l-2 border-edge bg-sunken px-4 py-2 text-small"
        >
          <strong className="font-semibold">{failure.message}</strong> {failure.mend}
        </div>
      )}
      {sending ? (
        <Progress sending={sending} />
      ) : (
        <button type="submit" className="button button-main">
          Upload and check
        </button>
      )}
    </form>
  );
}

function SetRadio({ choice, chosen }: { choice: SetChoice; chosen: boolean }) {
  const { set, instances, left, limit, resets } = choice;
  const none = instances === 0;
  return (
    <label className="flex items-baseline gap-3 border-b border-line py-2">
      <input type="radio" name="set" value={set} defaultChecked={chosen} disabled={none} />
      <span className={none ? "text-muted" : ""}>
        {SET_NAMES[set]}
        <span className="block text-small text-muted">
          {none ? "not installed here" : `${instances} instances, ${instances * 10} rows`}
        </span>
      </span>
      <span className="ml-auto text-right text-small">
        {left} of {limit} left today
        <span className="block text-muted">{left === limit ? "" : `more from ${resets} (UTC)`}</span>
      </span>
    </label>
  );
}

function Progress({ sending }: { sending: Sending }) {
  const { name, sent, total, stop } = sending;
  const up = sent >= total;
  return (
    <div className="border border-line p-4 text-small">
      <p className="mb-2 wrap-anywhere" role="status">
        <strong className="font-semibold">{up ? "Checking" : "Uploading"}</strong> {name}
        {up ? ": every row is read." : `: ${bytes(sent)} of ${bytes(total)}.`}
      </p>
      <progress className="progress" value={up ? undefined : sent} max={total} aria-label="Upload" />
      <button type="button" onClick={stop} className="button mt-3">
        Stop
      </button>
    </div>
  );
}
