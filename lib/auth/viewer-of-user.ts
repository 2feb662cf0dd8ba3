import type { Role } from "@/lib/domain/access";

/** Somebody who is signed in, or who sent an API key. */
export type Viewer = { id: string; name: string; username: string | null; email: string; role: Role };

type User = {
  id: string;
  name: string;
  email: string;
  username?: string | null | undefined;
  role?: string | null | undefined;
};

/** A role that this code does not know is the weakest one. */
export function viewerOfUser({ id, name, email, username, role }: User): Viewer {
  return {
    id,
    name,
    email,
    username: username ?? null,
    role: role === "maintainer" ? "maintainer" : "submitter",
  };
}

/** A block without an end lasts; one with an end is over then. */
export function isBanned(
  user: { banned?: boolean | null | undefined; banExpires?: Date | null | undefined },
  now: number,
): boolean {
  return user.banned === true && (!user.banExpires || user.banExpires.getTime() > now);
}
