import type { NextConfig } from "next";

const config: NextConfig = {
  serverExternalPackages: ["better-sqlite3", "pino"],
  poweredByHeader: false,
  reactStrictMode: true,
};

export default config;
