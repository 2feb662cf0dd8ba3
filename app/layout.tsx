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
import { currentViewer } from "@/lib/auth/viewer";
import { readSite } from "@/lib/services/read/site";
import { signOutAction } from "./account/actions";
import "./globals.css";

// Every page reads the database and carries a nonce: nothing is drawn when the site is built.
export const dynamic = "force-dynamic";

export const metadata: Metadata = {
  title: { default: "SWE-game-bench", template: "%s · SWE-game-bench" },
  description: "An executable benchmark for automated program repair on Unity games.",
};

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
