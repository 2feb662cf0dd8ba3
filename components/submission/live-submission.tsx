"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";

/** Redraws at most this often, however quickly news comes. */
const CALM_MS = 700;
const POLL_MS = 4000;

type LiveProps = { url: string; version: string };

/**
 * Has the page drawn again when the server sends news of the submission. Where no stream comes through it asks
 * every few seconds instead; nothing is done while nobody looks.
 */
export function LiveSubmission({ url, version }: LiveProps) {
  const router = useRouter();
  const shown = useRef(version);
  useEffect(() => {
    shown.current = version;
  }, [version]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let polling: ReturnType<typeof setInterval> | null = null;
    const redraw = () => {
      timer ??= setTimeout(() => {
        timer = null;
        router.refresh();
      }, CALM_MS);
    };
    const source = new EventSource(`${url}/events`);
    source.addEventListener("progress", (event) => {
      if (event.lastEventId !== shown.current) redraw();
    });
    source.addEventListener("gone", redraw);
    source.onopen = () => {
      if (polling) clearInterval(polling);
      polling = null;
    };
    source.onerror = () => {
      polling ??= setInterval(() => {
        if (document.visibilityState === "visible") redraw();
      }, POLL_MS);
    };
    return () => {
      source.close();
      if (timer) clearTimeout(timer);
      if (polling) clearInterval(polling);
    };
  }, [router, url]);
  return null;
}
