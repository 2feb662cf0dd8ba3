import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { GlyphSprite } from "@/components/attempt-grid/glyphs";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader, SkipLink } from "@/components/layout/site-header";
import { SoftNavigation } from "@/components/layout/soft-navigation";
import { ThemeProvider } from "@/components/layout/theme-provider";
import { originOf } from "@/lib/auth/cookies";
import { currentViewer } from "@/lib/auth/viewer";
import { readConfig } from "@/lib/config";
import { readSite } from "@/lib/services/read/site";
import { signOutAction } from "./account/actions";
import "./globals.css";

// Every page reads the database and carries a nonce: nothing is drawn when the site is built.
export const dynamic = "force-dynamic";

const DESCRIPTION = "An executable benchmark for automated program repair on Unity games.";

/** The origin is read when a page is asked for: where the site is reached is not known when it is built. */
export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(originOf(readConfig())),
    title: { default: "SWE-game-bench", template: "%s · SWE-game-bench" },
    description: DESCRIPTION,
    alternates: { types: { "application/atom+xml": [{ url: "/changes.atom", title: "Corrections" }] } },
    openGraph: {
      siteName: "SWE-game-bench",
      type: "website",
      description: DESCRIPTION,
      images: [{ url: "/card.png", width: 1200, height: 630, alt: "SWE-game-bench" }],
    },
    twitter: { card: "summary_large_image" },
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const site = readSite();
  const viewer = await currentViewer();
  return (
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <body>
        <ThemeProvider nonce={nonce}>
          <SkipLink />
          <GlyphSprite />
          <SiteHeader site={site} viewer={viewer} signOut={signOutAction} />
          <SoftNavigation>{children}</SoftNavigation>
          <SiteFooter site={site} />
        </ThemeProvider>
      </body>
    </html>
  );
}
