"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ChartData } from "@/lib/domain/charts";
import { heightOf } from "./chart-height";
import { savePng, saveSvg } from "./save-picture";

/** The chart library is large: it is fetched when the first chart comes near the screen. */
const Drawing = dynamic(() => import("./drawings").then((module) => module.Drawing), { ssr: false });

/** The picture, and the buttons that save it. Its place is kept before it is drawn. */
export function ChartCanvas({ chart, children }: { chart: ChartData; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: "400px" },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  const save = (how: typeof saveSvg) => () => {
    const svg = place.current?.querySelector<SVGSVGElement>("svg.recharts-surface");
    setFailed(false);
    if (svg) void how(svg, chart.title, `${chart.id}-chart`).catch(() => setFailed(true));
  };
  return (
    <>
      <div
        ref={place}
        className={`chart needs-script ${heightOf(chart)}`}
        aria-hidden="true"
        data-drawn={near || undefined}
      >
        {near && <Drawing chart={chart} />}
      </div>
      <p className="mt-2 flex flex-wrap gap-x-3 text-small">
        <span className="text-muted">Download</span>
        {children}
        <span className="needs-script">
          <button type="button" className="text-button" onClick={save(saveSvg)}>
            SVG
          </button>
        </span>
        <span className="needs-script">
          <button type="button" className="text-button" onClick={save(savePng)}>
            PNG
          </button>
        </span>
        <span role="status">{failed && "The browser did not draw the picture. The SVG has the same."}</span>
      </p>
    </>
  );
}
