import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const ENTITIES: Record<string, string> = { amp: "&", quot: '"', lt: "<", gt: ">", "#x27": "'", "#39": "'" };

export type Answer = { status: number; location: string; body: string };

/** A person with curl and a jar of cookies. */
export class Curl {
  constructor(
    private readonly dir: string,
    private readonly site: string,
    private readonly name: string,
  ) {}

  async send(address: string, ...args: string[]): Promise<Answer> {
    const jar = path.join(this.dir, `${this.name}.cookies`);
    const told = "\n%{http_code} %{redirect_url}";
    const { stdout } = await run(
      "curl",
      ["-sS", "-m", "300", "-b", jar, "-c", jar, "-w", told, ...args, `${this.site}${address}`],
      { maxBuffer: 64_000_000 },
    );
    const end = stdout.lastIndexOf("\n");
    const [status = "0", location = ""] = stdout.slice(end + 1).split(" ");
    return { status: Number(status), location, body: stdout.slice(0, end) };
  }

  /** Fills in the form of a page that has this button, and sends it as a browser without scripts does. */
  async submit(address: string, button: string, fields: Record<string, string>): Promise<Answer> {
    const { body } = await this.send(address);
    const form = body
      .split("<form")
      .find((part) => part.split("</form>")[0]?.includes(`>${button}</button>`));
    if (form === undefined) throw new Error(`${address} has no form with the button "${button}".`);
    const hidden = [...(form.split("</form>")[0] ?? "").matchAll(/<input type="hidden"[^>]*>/g)].map(
      ([tag]): [string, string] => [attribute(tag, "name"), attribute(tag, "value")],
    );
    const all = { ...Object.fromEntries(hidden), ...fields };
    const sent = Object.entries(all).flatMap(([name, value]) => ["--form-string", `${name}=${value}`]);
    return await this.send(address, "-H", `Origin: ${this.site}`, ...sent);
  }

  /** Writes a file to send. */
  file(name: string, content: string): string {
    const file = path.join(this.dir, name);
    writeFileSync(file, content);
    return file;
  }
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
  return value.replace(/&(#?\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole);
}
