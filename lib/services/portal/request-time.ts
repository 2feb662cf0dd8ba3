import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";

/** 200 MB at the least pace that an upload may have, and some. */
const LONGEST_MS = 4 * 3_600_000;

/**
 * Node ends a request whose body takes longer than five minutes, which is what 200 MB take on an ordinary line.
 * Uploads have limits of their own (silence, least pace), and heads keep Node's.
 */
export function allowLongUploads(longestMs = LONGEST_MS): void {
  subscribe("http.server.request.start", (message) => {
    const { server } = message as { server: Server };
    if (server.requestTimeout > 0 && server.requestTimeout < longestMs) server.requestTimeout = longestMs;
  });
}
