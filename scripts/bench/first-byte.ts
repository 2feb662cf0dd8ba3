import { Agent, request } from "node:http";
import { medianOf } from "./median-of";

/** Milliseconds from asking for an address to the first byte of its answer's body. */
export function firstByteMs(address: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const asked = request(address, { agent, headers: { "accept-encoding": "gzip" } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address} answers ${response.statusCode}.`));
      let first: number | null = null;
      response.on("data", () => {
        first ??= performance.now() - begun;
      });
      response.once("end", () => resolve(first ?? performance.now() - begun));
      response.once("error", reject);
    });
    asked.once("error", reject);
    asked.end();
  });
}

/** Medians of two addresses, asked in turn, so that other load on the machine meets both. */
export async function compareFirstBytes(
  ours: string,
  baseline: string,
  rounds: number,
): Promise<{ oursMs: number; baselineMs: number }> {
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })] as const;
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    times[0].push(await firstByteMs(ours, agents[0]));
    times[1].push(await firstByteMs(baseline, agents[1]));
  }
  for (const agent of agents) agent.destroy();
  return { oursMs: medianOf(times[0]), baselineMs: medianOf(times[1]) };
}
