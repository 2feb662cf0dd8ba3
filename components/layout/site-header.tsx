import { StatusStrip } from "@/components/status/status-strip";
import type { ShownViewer } from "@/lib/domain/access";
import type { SiteView } from "@/lib/domain/views";
import { SiteNav } from "./site-nav";
import { SiteProblems } from "./site-problems";
import { SyntheticNotice } from "./synthetic-notice";
import { ThemeSwitch } from "./theme-switch";
import { UserMenu } from "./user-menu";

export function SkipLink() {
  return (
    <a href="#content" className="absolute -top-20 left-4 z-20 bg-paper px-3 py-2 focus:top-2">
      Skip to the content
    </a>
  );
}

type SiteHeaderProps = { site: SiteView; viewer: ShownViewer | null; signOut: () => Promise<void> };

export function SiteHeader({ site, viewer, signOut }: SiteHeaderProps) {
  return (
    <header className="border-b border-line">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-8 px-4 py-2 sm:px-6">
        <a href="/" className="flex items-center gap-2 font-semibold text-ink no-underline">
          <Mark />
          SWE-game-bench
        </a>
        <SiteNav />
        <div className="ml-auto flex items-center gap-x-4">
          <UserMenu viewer={viewer} signOut={signOut} />
          <ThemeSwitch />
        </div>
      </div>
      <StatusStrip status={site.status} />
      {site.synthetic && <SyntheticNotice />}
      <SiteProblems problems={site.problems} />
    </header>
  );
}

/** The mark: a corner of the attempt grid. */
function Mark() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" focusable="false">
      <path className="fill-passed" d="M0 0h5v5H0zM6.5 6.5h5v5h-5zM13 13h5v5h-5zM13 6.5h5v5h-5z" />
      <path className="fill-failed" d="M6.5 0h5v5h-5zM0 6.5h5v5H0zM6.5 13h5v5h-5z" />
      <path className="fill-patch" d="M13 0h5v5h-5zM0 13h5v5H0z" />
    </svg>
  );
}
