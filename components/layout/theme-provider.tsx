"use client";

import { ThemeProvider as NextThemes } from "next-themes";
import type { ReactNode } from "react";

/** Sets the theme on the document before the first paint, by a script that carries the page's nonce. */
export function ThemeProvider({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return (
    <NextThemes attribute="data-theme" defaultTheme="system" enableSystem {...(nonce ? { nonce } : {})}>
      {children}
    </NextThemes>
  );
}
