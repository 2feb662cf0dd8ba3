export type Crumb = { label: string; href?: string };

/** Set → experiment → instance → attempt; the last one is this page. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-small text-muted">
      <ol className="flex flex-wrap gap-x-2 gap-y-1">
        {crumbs.map((crumb, index) => (
          <li key={crumb.label} className="flex min-w-0 gap-2 wrap-anywhere">
            {index > 0 && <span aria-hidden="true">/</span>}
            {crumb.href ? (
              <a href={crumb.href} className="quiet-link">
                {crumb.label}
              </a>
            ) : (
              <span aria-current="page" className="text-ink">
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
