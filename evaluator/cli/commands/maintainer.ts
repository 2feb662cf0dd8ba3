import { Command } from "commander";
import { maintainers } from "@/lib/db/queries/users";
import { setRole } from "@/lib/services/account/users";
import { byCommandLine, requireUser, userText, withDatabase } from "../accounts";
import type { CommandContext } from "../context";
import type { SetExitCode } from "../program";

const ACCOUNT = ["<account>", "e-mail address or user name of an account that is there"] as const;

/** `maintainer add|remove|list`: who approves, audits and verifies. */
export function maintainerCommand(context: CommandContext, _exit: SetExitCode): Command {
  const { out } = context;
  const add = new Command("add")
    .description("make an account a maintainer")
    .argument(...ACCOUNT)
    .action((login: string) =>
      withDatabase(context, (database) => {
        const user = requireUser(database, login);
        const changed = setRole(database, user, "maintainer", byCommandLine());
        out.write(`${userText(user)} ${changed ? "is now" : "was already"} a maintainer.\n`);
        if (user.banned) out.write("The account is blocked: `swe-game-bench account unblock` lets it in.\n");
      }),
    );
  const remove = new Command("remove")
    .description("make a maintainer a submitter again")
    .argument(...ACCOUNT)
    .action((login: string) =>
      withDatabase(context, (database) => {
        const user = requireUser(database, login);
        const changed = setRole(database, user, "submitter", byCommandLine());
        out.write(`${userText(user)} is ${changed ? "no longer" : "not"} a maintainer.\n`);
        if (maintainers(database.query).length === 0)
          out.write("No maintainer is left: nobody can approve or verify on the site.\n");
      }),
    );
  const list = new Command("list").description("show all maintainers").action(() =>
    withDatabase(context, (database) => {
      const all = maintainers(database.query);
      for (const user of all) out.write(`${userText(user)}${user.banned ? " (blocked)" : ""}\n`);
      if (all.length === 0)
        out.write("There is no maintainer yet. `swe-game-bench maintainer add <account>` makes one.\n");
    }),
  );
  return new Command("maintainer")
    .description("who approves, audits and verifies submissions: add, remove, list")
    .addHelpText(
      "after",
      "\nA change holds from the next request on, and is written into the log of events with its time.",
    )
    .addCommand(add)
    .addCommand(remove)
    .addCommand(list);
}
