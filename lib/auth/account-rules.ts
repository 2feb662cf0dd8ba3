import * as z from "zod";

/** What names and passwords may be. */
export const PASSWORD = { min: 10, max: 128 };
export const USERNAME = { min: 3, max: 30, shape: /^[a-zA-Z0-9](?:[a-zA-Z0-9_.-]*[a-zA-Z0-9])$/ };
const NAME_MAX = 80;
/** Control characters, bidirectional overrides, unassigned: none of them belongs into a name. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u;

export const nameField = z
  .string()
  .trim()
  .min(1, "Write the name that others shall see.")
  .max(NAME_MAX, `At most ${NAME_MAX} characters.`)
  .refine((text) => !INVISIBLE.test(text), "Visible characters only.");

export const usernameField = z
  .string()
  .trim()
  .min(USERNAME.min, `Write ${USERNAME.min} to ${USERNAME.max} letters or digits.`)
  .max(USERNAME.max, `Write ${USERNAME.min} to ${USERNAME.max} letters or digits.`)
  .regex(USERNAME.shape, "Use letters a to z and digits, with . _ - only between them.");

export const emailField = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email("This is no e-mail address. It looks like name@example.org."));

export const newPasswordField = z
  .string()
  .min(PASSWORD.min, `Write at least ${PASSWORD.min} characters.`)
  .max(PASSWORD.max, `Write at most ${PASSWORD.max} characters.`);

/** A name as another site tells it, made to fit; "" when nothing is left. */
export function fittingName(name: string): string {
  return name.replace(new RegExp(INVISIBLE, "gu"), "").trim().slice(0, NAME_MAX);
}
