/** Where no script asks for news, the browser loads a page that is still changing again by itself. */
export function RefreshWithoutScript({ seconds = 20 }: { seconds?: number }) {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(seconds)} />
    </noscript>
  );
}
