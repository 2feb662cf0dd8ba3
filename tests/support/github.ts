import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Profile = { id: number; login: string; name: string | null; email: string | null };
type App = { clientId: string; clientSecret: string; callback: string };
type Code = { scope: string; challenge: string | null; redirect: string };

/**
 * A server that answers as GitHub documents its OAuth and user endpoints: codes are good once, a wrong secret or code
 * is told with status 200, the user endpoints ask for a token and a User-Agent, and addresses for their scope.
 */
export class GitHub {
  readonly #server = createServer((request, answer) => void this.#answer(request, answer));
  readonly #codes = new Map<string, Code>();
  readonly #tokens = new Map<string, string>();
  profile: Profile = { id: 77, login: "octo", name: "Octo Cat", email: null };
  emails: { email: string; primary: boolean; verified: boolean }[] = [];

  constructor(readonly app: App) {}

  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** `fetch` for which GitHub's two hosts are this server; every other host is nobody's. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const asked = new Request(input, init);
    const url = new URL(asked.url);
    if (!["github.com", "api.github.com"].includes(url.hostname)) throw new Error(`nobody expected ${url}`);
    const { port } = this.#server.address() as AddressInfo;
    const headers = new Headers(asked.headers);
    headers.set("x-host", url.hostname);
    const body = asked.method === "GET" ? null : await asked.text();
    const here = `http://127.0.0.1:${port}${url.pathname}${url.search}`;
    return await realFetch(here, { method: asked.method, headers, body });
  };

  /** The visitor agrees on GitHub's page; gives where GitHub sends them. */
  agree(authorize: string): URL {
    const url = new URL(authorize);
    if (`${url.origin}${url.pathname}` !== "https://github.com/login/oauth/authorize")
      throw new Error(`${url} is not where GitHub asks.`);
    const told = (name: string) => url.searchParams.get(name) ?? "";
    if (told("client_id") !== this.app.clientId || told("redirect_uri") !== this.app.callback)
      throw new Error("The application or its callback is not the registered one.");
    const code = randomBytes(10).toString("hex");
    const challenge = url.searchParams.get("code_challenge");
    this.#codes.set(code, { scope: told("scope"), challenge, redirect: told("redirect_uri") });
    return new URL(`${this.app.callback}?${new URLSearchParams({ code, state: told("state") })}`);
  }

  async #answer(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const [status, told] =
      pathname === "/login/oauth/access_token"
        ? [200, this.#token(new URLSearchParams(body), String(request.headers.authorization ?? ""))]
        : this.#user(pathname, request);
    // Without this header GitHub answers the token endpoint with a form.
    const asJson = pathname !== "/login/oauth/access_token" || /json/.test(request.headers.accept ?? "");
    answer.writeHead(status, {
      "Content-Type": asJson ? "application/json" : "application/x-www-form-urlencoded",
    });
    answer.end(asJson ? JSON.stringify(told) : String(new URLSearchParams(told as Record<string, string>)));
  }

  #token(form: URLSearchParams, authorization: string): object {
    const { clientId, clientSecret } = this.app;
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
    const inForm = form.get("client_id") === clientId && form.get("client_secret") === clientSecret;
    if (!inForm && authorization !== basic) return { error: "incorrect_client_credentials" };
    const code = this.#codes.get(form.get("code") ?? "");
    this.#codes.delete(form.get("code") ?? "");
    if (!code) return { error: "bad_verification_code" };
    if (code.redirect !== form.get("redirect_uri")) return { error: "redirect_uri_mismatch" };
    const proof = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (code.challenge !== null && code.challenge !== proof) return { error: "bad_verification_code" };
    const token = `gho_${randomBytes(18).toString("hex")}`;
    this.#tokens.set(token, code.scope);
    return { access_token: token, token_type: "bearer", scope: code.scope.replaceAll(" ", ",") };
  }

  #user(pathname: string, { headers }: IncomingMessage): [number, unknown] {
    if (headers["x-host"] !== "api.github.com") return [404, { message: "Not Found" }];
    if (!headers["user-agent"]) return [403, { message: "Request forbidden by administrative rules." }];
    const scope = this.#tokens.get(/^(?:Bearer|token) (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "");
    if (scope === undefined) return [401, { message: "Bad credentials" }];
    if (pathname === "/user") return [200, { ...this.profile, avatar_url: "https://example.org/octo.png" }];
    if (pathname === "/user/emails" && scope.includes("user:email"))
      return [200, this.emails.map((one) => ({ ...one, visibility: null }))];
    return [404, { message: "Not Found" }];
  }
}

const realFetch = fetch;
