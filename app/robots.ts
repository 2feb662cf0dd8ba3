import type { MetadataRoute } from "next";
import { originOf } from "@/lib/auth/cookies";
import { readConfig } from "@/lib/config";

export const dynamic = "force-dynamic";

/** Pages of accounts are nobody's search result; attempts are many and change nothing that a search would find. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: "*",
      disallow: ["/account", "/submissions", "/maintain", "/sign-in", "/sign-up", "/reset-password", "/api/"],
    },
    sitemap: `${originOf(readConfig())}/sitemap.xml`,
  };
}
