"use client";

import "./globals.css";

/** Stands in for the whole document when even its frame could not be drawn. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body>
        <main className="mx-auto max-w-page p-6">
          <h1 className="text-large">The site could not be drawn.</h1>
          <p className="mt-2 max-w-prose">
            The fault is ours and is written down{error.digest ? ` under reference ${error.digest}` : ""}.
            Load the page again in a moment.
          </p>
        </main>
      </body>
    </html>
  );
}
