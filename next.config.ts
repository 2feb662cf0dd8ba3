import type { NextConfig } from "next";

/** For every answer; the content security policy of pages needs a nonce and comes from `proxy.ts`. */
const SECURITY_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), browsing-topics=()" },
];

/** Answers of `/api` are data: whatever a browser makes of them, nothing in them runs. */
const DATA_POLICY = [
  { key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'; sandbox" },
];

const ANY_SITE = { key: "Cross-Origin-Resource-Policy", value: "cross-origin" };
const SHOWN_ELSEWHERE = ["/experiments/:id/badge.svg", "/card.png", "/experiments/:id/card.png"];

const config: NextConfig = {
  serverExternalPackages: ["better-sqlite3", "pino"],
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` checks the types of the whole project; a build that starts the site need not wait for it.
  typescript: { ignoreBuildErrors: true },
  // Everyone gets the title in the head of the document, not streamed in after it by a script.
  htmlLimitedBots: /.*/,
  headers: async () => [
    { source: "/:path*", headers: SECURITY_HEADERS },
    { source: "/api/:path*", headers: DATA_POLICY },
    // Badges and cards are there to be shown on other sites.
    ...SHOWN_ELSEWHERE.map((source) => ({ source, headers: [ANY_SITE] })),
  ],
};

export default config;
