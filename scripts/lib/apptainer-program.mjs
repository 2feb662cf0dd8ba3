// The Apptainer program for `npm test` and CI: the one that is here, or one from Debian's packages.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { run, say } from "./steps.mjs";

/** A folder of its own: the program brings a newer C library, which nothing else here may see. */
const HOME = "/opt/swe-game-bench/apptainer";
const LINK = "/usr/local/bin/apptainer";
const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";
/** What the program needs from this very Debian; patchelf is for putting it in its place. */
const PACKAGES = ["patchelf", "squashfs-tools", "libseccomp2", "libsqlite3-0", "ca-certificates"];
const QUIET = { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } };

/**
 * Makes sure that the `apptainer` command works.
 * @param {{ install?: boolean, env?: Record<string, string> }} options
 *   `install` allows to install it, which takes root on Debian; `env` is added to the environment of the question.
 * @returns {Promise<{ status: "ready", message: string, mend: "" } | { status: "unavailable", message: string, mend: string }>}
 */
export async function ensureApptainer({ install = false, env = {} } = {}) {
  const present = await version(env);
  if (present) return ready(`Apptainer ${present} is here.`);
  const debian = install && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!debian) return unavailable("There is no working apptainer command.");
  try {
    say("Installing Apptainer from Debian (half a minute)");
    await run("apt-get", ["update", "-qq"], QUIET);
    if (await isPackaged()) await aptInstall(["apptainer"]);
    else await installFromUnstable();
  } catch (error) {
    return unavailable(`Apptainer could not be installed. ${error.message}`);
  }
  const installed = await version();
  return installed
    ? ready(`Apptainer ${installed} was installed.`)
    : unavailable("Apptainer was installed and does not start.");
}

async function version(env = {}) {
  try {
    const { code, output } = await run("apptainer", ["--version"], { quiet: true, allowFailure: true, env });
    return code === 0 ? (/\d+\.\d+(\.\d+)?/.exec(output)?.[0] ?? null) : null;
  } catch {
    return null;
  }
}

async function aptInstall(packages) {
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], QUIET);
}

async function isPackaged() {
  const { output } = await run("apt-cache", ["policy", "apptainer"], QUIET);
  const candidate = /Candidate: (\S+)/.exec(output)?.[1];
  return candidate !== undefined && candidate !== "(none)";
}

/**
 * Debian's unstable suite has the program, built against its own C library. Both go into our folder, and the
 * program is told to load its library from there. No package of unstable is installed, and apt's lists stay
 * as they are.
 */
async function installFromUnstable() {
  await aptInstall(PACKAGES);
  const work = mkdtempSync(path.join(os.tmpdir(), "apptainer-"));
  try {
    const unpacked = await unpack(work, ["apptainer", "libc6"]);
    rmSync(HOME, { recursive: true, force: true });
    mkdirSync(path.dirname(HOME), { recursive: true });
    await cp(path.join(unpacked.apptainer, "usr"), HOME, { recursive: true, verbatimSymlinks: true });
    await cp(path.join(unpacked.apptainer, "etc"), path.join(HOME, "etc"), { recursive: true });
    await joinLibrary(unpacked.libc6);
    layOut();
    rmSync(LINK, { force: true });
    symlinkSync(path.join(HOME, "bin", "apptainer"), LINK);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Downloads packages of unstable from the mirror that this machine uses already, with lists of their own. */
async function unpack(work, names) {
  const lists = path.join(work, "lists");
  const sources = path.join(work, "unstable.sources");
  mkdirSync(path.join(lists, "partial"), { recursive: true });
  const lines = [
    "Types: deb",
    `URIs: ${await mirror()}`,
    "Suites: sid",
    "Components: main",
    `Signed-By: ${KEYRING}`,
  ];
  await writeFile(sources, `${lines.join("\n")}\n`);
  const apt = [
    ...["-o", `Dir::Etc::sourcelist=${sources}`, "-o", "Dir::Etc::sourceparts=-"],
    ...["-o", `Dir::State::lists=${lists}`, "-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache="],
    ...["-o", "APT::Sandbox::User=root", "-qq"],
  ];
  await run("apt-get", [...apt, "update"], QUIET);
  await run("apt-get", [...apt, "download", ...names], { ...QUIET, cwd: work });
  const folders = {};
  for (const name of names) {
    const file = readdirSync(work).find((entry) => entry.startsWith(`${name}_`) && entry.endsWith(".deb"));
    if (!file) throw new Error(`The mirror gave no package ${name}.`);
    folders[name] = path.join(work, name);
    await run("dpkg-deb", ["-x", path.join(work, file), folders[name]], QUIET);
  }
  return folders;
}

/** Where this machine gets Debian's main suite from. */
async function mirror() {
  const release = readFileSync("/etc/os-release", "utf8");
  const codename = /^VERSION_CODENAME=(\S+)$/m.exec(release)?.[1];
  const format = "$(REPO_URI) $(CODENAME) $(CREATED_BY)";
  const { output } = await run("apt-get", ["indextargets", "--format", format], QUIET);
  const targets = output.split("\n").map((line) => line.split(" "));
  const main = targets.find(([, name, kind]) => name === codename && kind === "Packages");
  if (!main) throw new Error(`apt has no source for ${codename ?? "this Debian"}.`);
  return main[0];
}

/** Copies the C library beside the program and points both programs at it. */
async function joinLibrary(libc) {
  const from = libraryFolder(libc);
  const to = path.join(HOME, "glibc");
  mkdirSync(to);
  const isLibrary = (name) => /\.so(\.|$)/.test(name);
  for (const name of readdirSync(from).filter(isLibrary))
    await cp(path.join(from, name), path.join(to, name));
  const loader = readdirSync(to).find((name) => name.startsWith("ld-linux"));
  if (!loader) throw new Error("The C library of unstable brings no loader.");
  const system = libraryFolder("/");
  const search = [to, system, system.replace(/^\/usr/, "")].join(":");
  const programs = [path.join(HOME, "bin", "apptainer"), path.join(libexec(), "apptainer", "bin", "starter")];
  for (const program of programs) {
    const args = ["--set-interpreter", path.join(to, loader), "--set-rpath", search, program];
    await run("patchelf", args, QUIET);
  }
}

/** `usr/lib/<architecture>` of a tree: the folder with the C library. */
function libraryFolder(tree) {
  const lib = path.join(tree, "usr", "lib");
  const found = readdirSync(lib).find((name) => existsSync(path.join(lib, name, "libc.so.6")));
  if (!found) throw new Error(`${lib} holds no C library.`);
  return path.join(lib, found);
}

/** `lib/<architecture>` of the program's own folder. */
function libexec() {
  const lib = path.join(HOME, "lib");
  const found = readdirSync(lib).find((name) =>
    existsSync(path.join(lib, name, "apptainer", "bin", "starter")),
  );
  if (!found) throw new Error("The package has another layout than expected: no starter.");
  return path.join(lib, found);
}

/** Of its two programs one looks for settings and its session folder in our folder, the other in `lib/`. */
function layOut() {
  mkdirSync(path.join(HOME, "var", "lib", "apptainer", "mnt", "session"), { recursive: true });
  for (const name of ["etc", "var"]) symlinkSync(path.join("..", name), path.join(HOME, "lib", name));
}

function ready(message) {
  return { status: "ready", message, mend: "" };
}

function unavailable(message) {
  return {
    status: "unavailable",
    message,
    mend: "Install Apptainer 1.1 or later (apptainer.org), or run this as root on Debian.",
  };
}
