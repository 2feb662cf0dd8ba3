import type { MetadataRoute } from "next";
import { DOCS } from "@/components/docs/docs-nav";
import { originOf } from "@/lib/auth/cookies";
import { readConfig } from "@/lib/config";
import { readAddresses } from "@/lib/services/read/addresses";

export const dynamic = "force-dynamic";

/** Every page that everybody may read, but for the attempts: their experiments lead to them. */
export default function sitemap(): MetadataRoute.Sitemap {
  const origin = originOf(readConfig());
  const fixed = ["/", "/changes", "/submit", ...DOCS.map((one) => one.href)];
  return [
    ...fixed.map((path) => ({ url: origin + path })),
    ...readAddresses().map(({ path, changedAt }) => ({
      url: origin + path,
      ...(changedAt === null ? {} : { lastModified: new Date(changedAt) }),
    })),
  ];
}
