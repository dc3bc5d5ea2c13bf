import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const execute = promisify(execFile);
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** buildah and podman with images, containers and settings of their own, beside the root file system of the base. */
export interface ContainerTools {
  /** Name of the base image, made of the root file system. */
  base: string;
  /** For programs that call podman themselves. */
  environment: Record<string, string>;
  podman(...args: string[]): Promise<string>;
  build(context: string, image: string, ...args: string[]): Promise<void>;
}

const containersConf = `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`;

/** Prepares the tools and imports the base image when its file is new. */
export async function prepareContainerTools(baseFile: string): Promise<ContainerTools> {
  const folder = dirname(baseFile);
  const at = (name: string) => join(folder, name);
  mkdirSync(at("conf"), { recursive: true });
  writeFileSync(at("conf/containers.conf"), containersConf);
  const storage = { driver: "overlay", graphroot: at("storage"), runroot: "/run/mintwright-containers" };
  const lines = Object.entries(storage).map(([name, value]) => `${name} = "${value}"`);
  writeFileSync(at("conf/storage.conf"), ["[storage]", ...lines, ""].join("\n"));
  const secrets = await writeRegistrySettings(folder);
  const environment = {
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? "",
    CONTAINERS_CONF: at("conf/containers.conf"),
    CONTAINERS_STORAGE_CONF: at("conf/storage.conf"),
  };
  const run = async (program: string, args: string[]) =>
    (await execute(program, args, { env: environment, maxBuffer: 2 ** 26 })).stdout.trim();
  const podman = (...args: string[]) => run("podman", args);
  const base = `localhost/mintwright-base:${Math.trunc(statSync(baseFile).mtimeMs)}`;
  await podman("image", "exists", base).catch(() => podman("import", "--quiet", baseFile, base));
  return {
    base,
    environment,
    podman,
    async build(context, image, ...args) {
      const fixed = ["--isolation", "chroot", "--format", "docker", "--network", "host", ...secrets];
      // npm opens more files at once than a container needs to.
      fixed.push("--ulimit", "nofile=20000:20000");
      await run("buildah", [
        "bud",
        ...fixed,
        "--build-arg",
        `BASE=${base}`,
        "--tag",
        image,
        ...args,
        context,
      ]);
    },
  };
}

/** Passes this machine's package registries on as build secrets. The base has the machine's certificates. */
async function writeRegistrySettings(folder: string): Promise<string[]> {
  const cafile = "/etc/ssl/certs/ca-certificates.crt";
  const { stdout } = await execute("npm", ["config", "get", "registry"], { cwd: root });
  writeFileSync(join(folder, "conf/npmrc"), `registry=${stdout.trim()}\ncafile=${cafile}\n`, { mode: 0o600 });
  writeFileSync(join(folder, "conf/pip.conf"), `[global]\ncert = ${cafile}\n`);
  return ["npmrc", "pip.conf"].flatMap((name) => [
    "--secret",
    `id=${name.replace(".", "")},src=${join(folder, "conf", name)}`,
  ]);
}

/** Builds a variant of the image from the packages of this checkout, which must be built. */
export async function buildVariant(
  tools: ContainerTools,
  image: string,
  target: "slim" | "full",
): Promise<void> {
  const tarballs = mkdtempSync(join(tmpdir(), "mintwright-tarballs-"));
  const workspaces = [
    "apps/server",
    "packages/api-contract",
    "packages/old-compilers",
    "packages/compilers-0.8",
  ];
  const selected = workspaces.flatMap((name) => ["-w", name]);
  await execute("npm", ["pack", "--pack-destination", tarballs, ...selected], { cwd: root });
  await tools.build(root, image, "--target", target, "--build-context", `tarballs=${tarballs}`);
  rmSync(tarballs, { recursive: true });
}

/** Prints the size of an image and of what it adds to its base, in MB. */
export async function printSize(tools: ContainerTools, image: string): Promise<number> {
  const measure = async (name: string) =>
    Math.round(Number(await tools.podman("image", "inspect", "--format", "{{.Size}}", name)) / 1e6);
  const [size, base] = [await measure(image), await measure(tools.base)];
  process.stderr.write(`\n[containers] ${image}: ${size} MB, ${size - base} MB without its base\n`);
  return size;
}
