import { execFile, spawn } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const exec = promisify(execFile);

/** Bumped when what the image holds changes, since a tag that exists is not built again. */
const TEST_IMAGE = "swe-game-bench-test/busybox:2";

/**
 * Makes sure that the engine has the image the container tests run in: one static busybox from Debian, no
 * registry needed. Where the package cannot be had, a registry's own busybox does.
 */
export async function ensureTestImage(): Promise<string> {
  const present = await exec("docker", ["image", "inspect", TEST_IMAGE]).then(
    () => true,
    () => false,
  );
  if (present) return TEST_IMAGE;
  try {
    await importFromDebian();
  } catch (debianError) {
    try {
      await exec("docker", ["pull", "busybox:stable"]);
      await exec("docker", ["tag", "busybox:stable", TEST_IMAGE]);
    } catch (registryError) {
      throw new AggregateError(
        [debianError, registryError],
        "No test image: neither Debian's busybox-static nor a registry's busybox can be had.",
      );
    }
  }
  return TEST_IMAGE;
}

async function importFromDebian(): Promise<void> {
  const work = await mkdtemp(path.join(os.tmpdir(), "busybox-image-"));
  try {
    const busybox = await findBusybox(work);
    const root = path.join(work, "root");
    for (const dir of ["bin", "etc", "root", "tmp", "proc", "sys", "dev"]) {
      await mkdir(path.join(root, dir), { recursive: true });
    }
    await chmod(path.join(root, "tmp"), 0o1777);
    await cp(busybox, path.join(root, "bin", "busybox"));
    await chmod(path.join(root, "bin", "busybox"), 0o755);
    const { stdout } = await exec(busybox, ["--list"]);
    const applets = stdout.split("\n").filter((name) => name !== "" && name !== "busybox");
    for (const name of applets) await symlink("busybox", path.join(root, "bin", name));
    await writeFile(path.join(root, "etc", "passwd"), "root:x:0:0:root:/root:/bin/sh\n");
    await importFolder(root);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The busybox of the package, unpacked below `work`. */
async function findBusybox(work: string): Promise<string> {
  const download = () =>
    exec("apt-get", ["-o", "APT::Sandbox::User=root", "download", "busybox-static"], { cwd: work });
  await download().catch(async () => {
    await exec("apt-get", ["update", "-qq"]);
    await download();
  });
  const deb = (await readdir(work)).find((name) => name.endsWith(".deb"));
  if (!deb) throw new Error("apt-get download left no package");
  await exec("dpkg-deb", ["-x", path.join(work, deb), path.join(work, "unpacked")]);
  for (const place of ["bin/busybox", "usr/bin/busybox"]) {
    const file = path.join(work, "unpacked", place);
    const works = await exec(file, ["true"]).then(
      () => true,
      () => false,
    );
    if (works) return file;
  }
  throw new Error(`${deb} holds no busybox`);
}

async function importFolder(root: string): Promise<void> {
  const args = ["import", "--change", "ENV PATH=/bin", "--change", 'CMD ["/bin/sh"]', "-", TEST_IMAGE];
  const tar = spawn("tar", ["-c", "--owner=0", "--group=0", "-C", root, "."], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const docker = spawn("docker", args, { stdio: ["pipe", "ignore", "inherit"] });
  tar.stdout.pipe(docker.stdin);
  const code = await new Promise((resolve) => docker.once("close", resolve));
  if (code !== 0) throw new Error(`docker import ended with ${code}`);
}
