import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Starts a server that is a script of this folder, and waits until it prints its address. */
export async function startScript(script: string, ...args: string[]): Promise<{ url: string; stop(): void }> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, ["--conditions=@mintwright/source", path, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  return { url: url.trim(), stop: () => void child.kill() };
}
