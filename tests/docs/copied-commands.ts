import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Reads the blocks of one language in a document, as a reader would copy them. */
export function readBlocks(document: string, language: string): string[] {
  const text = readFileSync(new URL(`../../${document}`, import.meta.url), "utf8");
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"));
  return [...blocks].map(([, block]) => block ?? "");
}

/** Reads the shell blocks of a document. */
export function readShellBlocks(document: string): string[] {
  return readBlocks(document, "sh");
}

/** Runs commands in one shell from the root of the checkout, ends what they left running, and returns what they printed. */
export async function runCopied(commands: string, environment: Record<string, string>): Promise<string> {
  const env = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...environment };
  const script = `set -euo pipefail\n${commands}\necho "copied to the end"`;
  const shell = spawn("bash", ["-c", script], {
    cwd: root,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  await once(shell, "exit");
  try {
    if (shell.pid) process.kill(-shell.pid, "SIGTERM");
  } catch {
    // Nothing was left running.
  }
  if (!output.includes("copied to the end")) throw new Error(`a copied command failed:\n${output}`);
  return output;
}
