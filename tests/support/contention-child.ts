import { eq } from "drizzle-orm";
import { openDatabase } from "@/lib/db/client";
import { experiments } from "@/lib/db/schema";

/** Reads a number and writes the next one, in one transaction, argv[3] times; prints how often that failed. */
const [file = "", times = "0"] = process.argv.slice(2);
const database = openDatabase(file);
let failures = 0;
for (let round = 0; round < Number(times); round++) {
  try {
    database.write((tx) => {
      const row = tx.select({ k: experiments.k }).from(experiments).get();
      tx.update(experiments)
        .set({ k: (row?.k ?? 0) + 1 })
        .where(eq(experiments.agent, "agent-a"))
        .run();
    });
  } catch {
    failures += 1;
  }
}
process.stdout.write(String(failures));
database.close();
