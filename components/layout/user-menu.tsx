import { CircleUser } from "lucide-react";
import type { ShownViewer } from "@/lib/domain/access";
import { ACCOUNT_LINKS } from "./account-links";
import { ClosingDetails } from "./closing-details";

type UserMenuProps = { viewer: ShownViewer | null; signOut: () => Promise<void> };

/** A link to sign in, or who is signed in with what they can go to. It opens without scripts. */
export function UserMenu({ viewer, signOut }: UserMenuProps) {
  if (viewer === null)
    return (
      <a href="/sign-in" className="quiet-link ml-auto py-1">
        Sign in
      </a>
    );
  return (
    <ClosingDetails
      className="relative ml-auto"
      summary={
        <>
          <CircleUser size={18} aria-hidden="true" className="shrink-0" />
          <span className="sr-only">Signed in as </span>
          <span className="max-w-40 truncate max-sm:sr-only">{viewer.username ?? viewer.name}</span>
        </>
      }
    >
      <div className="absolute right-0 z-30 mt-1 min-w-44 border border-edge bg-paper py-1">
        <p className="max-w-64 border-b border-line px-3 pb-1 text-small wrap-anywhere text-muted">
          {viewer.username ?? viewer.name}, {viewer.role}
        </p>
        <ul>
          {ACCOUNT_LINKS.filter(({ roles }) => roles.includes(viewer.role)).map(({ href, label }) => (
            <li key={href}>
              <a href={href} className="quiet-link block px-3 py-1 hover:bg-sunken">
                {label}
              </a>
            </li>
          ))}
        </ul>
        <form action={signOut} className="border-t border-line pt-1">
          <button type="submit" className="w-full cursor-pointer px-3 py-1 text-left hover:bg-sunken">
            Sign out
          </button>
        </form>
      </div>
    </ClosingDetails>
  );
}
