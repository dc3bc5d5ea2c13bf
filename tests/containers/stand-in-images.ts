import { linkSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ContainerTools } from "./container-tools.ts";

const services = ["postgres", "haproxy", "prometheus", "minio", "mailpit"] as const;

/** Builds an image for each service that compose.yaml pulls. */
export async function buildStandIns(tools: ContainerTools, programs: { minio: string; mailpit: string }) {
  const folder = mkdtempSync(join(dirname(programs.mailpit), "programs-"));
  mkdirSync(folder, { recursive: true });
  for (const [name, path] of Object.entries(programs)) linkSync(path, join(folder, name));
  const context = join(import.meta.dirname, "stand-ins");
  const images = services.map((name) => [name, `localhost/mintwright-stand-in-${name}`] as const);
  for (const [name, image] of images) {
    // With layers, the packages are installed once for all of them.
    await tools.build(context, image, "--layers", "--target", name, "--build-context", `programs=${folder}`);
  }
  rmSync(folder, { recursive: true });
  return Object.fromEntries(images) as Record<(typeof services)[number], string>;
}
