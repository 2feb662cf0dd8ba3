export type LinkTab = { href: string; label: string; count: string; current: boolean };

/** Tabs that are links: each has its own address. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label} className="border-b border-line">
      <ul className="-mb-px flex flex-wrap gap-x-6">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <a
              href={tab.href}
              aria-current={tab.current ? "page" : undefined}
              className="quiet-link inline-block border-b-2 border-transparent py-2 text-muted aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {tab.label} <span className="text-small font-normal text-muted">{tab.count}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
