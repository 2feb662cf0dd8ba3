/** Shorter values are words that a log may well hold. */
const MIN_SECRET = 8;
const REPLACEMENT = "[hidden]";
const SECRET_NAME = /(^|_)(API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)(_|$)/i;

/** Values of an environment that must not be kept anywhere, by the names of their variables. */
export function secretValues(env: Readonly<Record<string, string | undefined>>): string[] {
  const values = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value.length >= MIN_SECRET && SECRET_NAME.test(name) ? [value] : [],
  );
  return [...new Set(values)].sort((a, b) => b.length - a.length);
}

/** Takes secrets out of bytes that come in pieces; a secret may lie across two of them. */
export class Redactor {
  readonly #secrets: readonly string[];
  readonly #longest: number;
  #held = "";
  /** Whether there was anything to hide. */
  found = false;

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets.map((secret) => Buffer.from(secret).toString("latin1"));
    this.#longest = Math.max(1, ...this.#secrets.map((secret) => secret.length));
  }

  /** The part of what came so far that holds no beginning of a secret. */
  push(chunk: Uint8Array): Buffer {
    const text = this.#hide(this.#held + Buffer.from(chunk).toString("latin1"));
    const safe = Math.max(0, text.length - (this.#longest - 1));
    this.#held = text.slice(safe);
    return Buffer.from(text.slice(0, safe), "latin1");
  }

  end(): Buffer {
    const rest = Buffer.from(this.#held, "latin1");
    this.#held = "";
    return rest;
  }

  #hide(text: string): string {
    let hidden = text;
    for (const secret of this.#secrets) hidden = hidden.replaceAll(secret, REPLACEMENT);
    this.found ||= hidden !== text;
    return hidden;
  }
}

/** The same for bytes that are there as a whole. */
export function redact(bytes: Uint8Array, secrets: readonly string[]): { bytes: Buffer; found: boolean } {
  const redactor = new Redactor(secrets);
  const cleaned = Buffer.concat([redactor.push(bytes), redactor.end()]);
  return { bytes: cleaned, found: redactor.found };
}
