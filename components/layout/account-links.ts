import type { Role } from "@/lib/domain/access";

/** What the menu of somebody who is signed in leads to. */
export const ACCOUNT_LINKS: readonly { href: string; label: string; roles: readonly Role[] }[] = [
  { href: "/account", label: "Account", roles: ["submitter", "maintainer"] },
  { href: "/submissions", label: "Your submissions", roles: ["submitter", "maintainer"] },
  { href: "/maintain", label: "Maintain", roles: ["maintainer"] },
];
