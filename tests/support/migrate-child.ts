import { openDatabase } from "@/lib/db/client";
import { migrateDatabase } from "@/lib/db/migrate";

/** Started by a test as a process of its own: migrates argv[2] from argv[3] and prints the count. */
const [file = "", migrations = ""] = process.argv.slice(2);
const database = openDatabase(file);
process.stdout.write(String(migrateDatabase(database, migrations)));
database.close();
