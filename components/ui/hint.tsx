"use client";

import { type KeyboardEvent, type ReactNode, useId, useState } from "react";

/**
 * An explanation that shows while its words are pointed at or focused; Escape closes it. The style sheet
 * shows it, so it works without JavaScript too.
 */
export function Hint({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  const [closed, setClosed] = useState(false);
  const open = () => setClosed(false);
  const close = (event: KeyboardEvent) => {
    if (event.key === "Escape") setClosed(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the button inside
    <span
      className="hint"
      data-closed={closed || undefined}
      onKeyDown={close}
      onPointerLeave={open}
      onBlur={open}
    >
      <button type="button" aria-describedby={id} className="hint-button">
        {label}
      </button>
      <span role="tooltip" id={id} className="hint-text">
        {children}
      </span>
    </span>
  );
}
