import { Command } from "commander";
import * as z from "zod";
import { emailField, fittingName, nameField, usernameField } from "@/lib/auth/account-rules";
import type { Database } from "@/lib/db/client";
import type { UserRow } from "@/lib/db/queries/users";
import { issueOneTimePassword } from "@/lib/services/account/one-time-password";
import { addAccount, block, unblock } from "@/lib/services/account/users";
import { byCommandLine, requireUser, userText, withDatabase } from "../accounts";
import type { CommandContext } from "../context";
import { inputFailure } from "../exit-codes";
import type { SetExitCode } from "../program";

const ACCOUNT = ["<account>", "e-mail address or user name of an account that is there"] as const;
const newAccount = z.object({ email: emailField, username: usernameField, name: nameField });

type AddFlags = { username?: string; name?: string };

/** `account add|reset-password|block|unblock`: what maintainers do for accounts, since no e-mail is sent. */
export function accountCommand(context: CommandContext, _exit: SetExitCode): Command {
  return new Command("account")
    .description("accounts of the site: add, reset-password, block, unblock")
    .addCommand(addCommand(context))
    .addCommand(resetCommand(context))
    .addCommand(blockCommand(context))
    .addCommand(unblockCommand(context));
}

function addCommand(context: CommandContext): Command {
  return new Command("add")
    .description("make an account and print a one-time password for it")
    .argument("<e-mail>", "address of whoever gets the account")
    .option("--username <name>", "user name; default: what stands before the @")
    .option("--name <name>", "name that others see; default: the user name")
    .action((email: string, flags: AddFlags) => {
      const username = flags.username ?? email.split("@")[0] ?? "";
      const parsed = newAccount.safeParse({ email, username, name: flags.name ?? fittingName(username) });
      if (!parsed.success) {
        const problems = parsed.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
        throw inputFailure(`This account cannot be made:\n${problems.join("\n")}`);
      }
      withDatabase(context, (database) => {
        const user = addAccount(database, parsed.data, byCommandLine());
        if (!user)
          throw inputFailure(
            `There is an account with the address ${parsed.data.email} or the user name ${parsed.data.username}.`,
            "Give another --username, or `swe-game-bench account reset-password` for the one that is there.",
          );
        context.out.write(`${userText(user)} has an account.\n`);
        printOneTimePassword(context, database, user);
      });
    });
}

function resetCommand(context: CommandContext): Command {
  return new Command("reset-password")
    .description("replace a password by a one-time password, and end all sessions")
    .argument(...ACCOUNT)
    .addHelpText(
      "after",
      `
The one-time password is good for a day, and once: its owner sets a new password with it on /reset-password.
The old password and all sessions end now. API keys go on working; their owner can revoke them.`,
    )
    .action((login: string) =>
      withDatabase(context, (database) =>
        printOneTimePassword(context, database, requireUser(database, login)),
      ),
    );
}

function printOneTimePassword(context: CommandContext, database: Database, user: UserRow): void {
  const { password, expiresAt } = issueOneTimePassword(database, user, byCommandLine());
  const { publicOrigin } = context.config.accounts;
  const page = `${publicOrigin ?? `http://localhost:${context.config.port}`}/reset-password`;
  const until = `${new Date(expiresAt).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  context.out.write(
    `One-time password: ${password}\nGood once, until ${until}, for setting a password at ${page}.\n`,
  );
}

function blockCommand(context: CommandContext): Command {
  return new Command("block")
    .description("keep an account out: sessions end, passwords and API keys are refused")
    .argument(...ACCOUNT)
    .option("--reason <text>", "why, for the log of events")
    .action((login: string, flags: { reason?: string }) =>
      withDatabase(context, (database) => {
        const user = requireUser(database, login);
        block(database, user, flags.reason ?? null, byCommandLine());
        context.out.write(`${userText(user)} is blocked.\n`);
      }),
    );
}

function unblockCommand(context: CommandContext): Command {
  return new Command("unblock")
    .description("let a blocked account in again")
    .argument(...ACCOUNT)
    .action((login: string) =>
      withDatabase(context, (database) => {
        const user = requireUser(database, login);
        unblock(database, user, byCommandLine());
        context.out.write(`${userText(user)} may sign in again.\n`);
      }),
    );
}
