"use client";

import { usePathname } from "next/navigation";

const LINKS = [
  {
    href: "/",
    label: "Leaderboard",
    owns: (path: string) => path === "/" || /^\/(experiments|charts|compare)/.test(path),
  },
  { href: "/instances", label: "Instances", owns: (path: string) => path.startsWith("/instances") },
  { href: "/submit", label: "Submit", owns: (path: string) => /^\/subm(it|issions)/.test(path) },
  { href: "/docs", label: "Documentation", owns: (path: string) => path.startsWith("/docs") },
];

/** The parts of the site; the one the reader is in is marked. */
export function SiteNav() {
  const path = usePathname();
  return (
    <nav aria-label="Site" className="mr-auto max-sm:order-last max-sm:w-full">
      <ul className="flex gap-x-5 max-sm:justify-between max-sm:gap-x-3">
        {LINKS.map(({ href, label, owns }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={path === href ? "page" : owns(path) ? "true" : undefined}
              className="quiet-link inline-block py-1 text-muted aria-[current]:text-ink"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
