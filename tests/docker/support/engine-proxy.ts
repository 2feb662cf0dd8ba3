import { createConnection, createServer, type Server, type Socket } from "node:net";

type Pair = { client: Socket; engine: Socket; seen: string };

/** A TCP way to this machine's Docker engine that can be cut, as a network or a proxy would cut it. */
export class EngineProxy {
  readonly #socketPath: string;
  readonly #pairs = new Set<Pair>();
  #server: Server | null = null;
  #port = 0;

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  get host(): string {
    return `tcp://127.0.0.1:${this.#port}`;
  }

  /** Opens the way; after `cut` on the same port again. */
  async open(): Promise<void> {
    const server = createServer((client) => this.#accept(client));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    const address = server.address();
    if (typeof address === "object" && address) this.#port = address.port;
  }

  /** Breaks every connection and takes no new ones. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    this.cutConnections("");
    await closed;
  }

  /** Breaks the connections that ever carried this text; answers how many. */
  cutConnections(text: string): number {
    const cut = [...this.#pairs].filter(({ seen }) => seen.includes(text));
    for (const { client, engine } of cut) {
      client.destroy();
      engine.destroy();
    }
    return cut.length;
  }

  #accept(client: Socket): void {
    const engine = createConnection(this.#socketPath);
    const pair: Pair = { client, engine, seen: "" };
    this.#pairs.add(pair);
    client.on("data", (chunk) => {
      pair.seen = (pair.seen + chunk.toString("latin1")).slice(-4000);
    });
    client.pipe(engine);
    engine.pipe(client);
    for (const socket of [client, engine]) {
      socket.on("error", () => {});
      socket.on("close", () => {
        client.destroy();
        engine.destroy();
        this.#pairs.delete(pair);
      });
    }
  }
}
