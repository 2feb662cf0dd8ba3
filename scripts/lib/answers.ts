import { setTimeout as delay } from "node:timers/promises";

/**
 * Waits until an address answers with success.
 * @param ended tells that nobody will answer any more
 * @throws after a minute
 */
export async function answers(url: string, ended: () => boolean = () => false): Promise<void> {
  for (let tries = 0; tries < 300 && !ended(); tries += 1) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await delay(200);
  }
  throw new Error(`${url} does not answer.`);
}
