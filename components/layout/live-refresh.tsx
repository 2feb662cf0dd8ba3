"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const BUSY_MS = 4000;
const IDLE_MS = 30_000;
const LONGEST_MS = 120_000;

/**
 * Asks whether the page would look different by now and, if so, has it drawn again in place. It asks only
 * while the page is seen, and less often when the server does not answer.
 */
export function LiveRefresh({ url, version, busy }: { url: string; version: string; busy: boolean }) {
  const router = useRouter();
  useEffect(() => {
    const period = busy ? BUSY_MS : IDLE_MS;
    let wait = period;
    let timer = setTimeout(ask, wait);
    const stop = new AbortController();
    async function ask() {
      const latest = document.visibilityState === "visible" ? await readVersion(url, stop.signal) : version;
      if (stop.signal.aborted) return;
      if (latest !== null && latest !== version) router.refresh();
      wait = latest === null ? Math.min(wait * 2, LONGEST_MS) : period;
      timer = setTimeout(ask, wait);
    }
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [router, url, version, busy]);
  return null;
}

async function readVersion(url: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(url, { signal, headers: { accept: "application/json" } });
    const answer: unknown = response.ok ? await response.json() : null;
    return answer !== null && typeof answer === "object" && "version" in answer
      ? String(answer.version)
      : null;
  } catch {
    return null;
  }
}
