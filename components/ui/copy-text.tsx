"use client";

import { useState } from "react";

type CopyTextProps = { text: string; label: string };

/** A button that copies a text which stands beside it; without a script there is none, and the text can be selected. */
export function CopyText({ text, label }: CopyTextProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // A page that was not loaded over https has no clipboard: the text is there to be selected.
      setCopied(false);
    }
  };
  return (
    <button type="button" className="button needs-script text-small" onClick={copy}>
      <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
      <span className="sr-only"> {label}</span>
    </button>
  );
}
