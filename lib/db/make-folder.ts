import { mkdirSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Makes a folder and what is missing above it. Node's own `recursive` never ends where the system says of a folder
 * that is there that it is not, as `/proc` does.
 * @throws what the system says, with its code
 */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    const made = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (!made) throw error;
  }
}
