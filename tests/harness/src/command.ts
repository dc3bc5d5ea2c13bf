import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

export const mintwrightCommand = fileURLToPath(
  new URL("../../../apps/server/bin/mintwright.js", import.meta.url),
);

export interface CommandResult {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs `mintwright …` to its end, with only the given environment. `command` may be that of another version. */
export function runMintwright(
  args: string[],
  environment: Record<string, string>,
  command = mintwrightCommand,
  timeoutInMs = 60_000,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...environment };
    execFile(process.execPath, [command, ...args], { env, timeout: timeoutInMs }, (error, stdout, stderr) => {
      resolve({ status: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}

/** Runs `mintwright … --json` and parses its output. Throws its error output if it fails. */
export async function askMintwright<Answer>(
  args: string[],
  environment: Record<string, string>,
  command?: string,
): Promise<Answer> {
  const { status, stdout, stderr } = await runMintwright([...args, "--json"], environment, command);
  if (status !== 0) throw new Error(`mintwright ${args.join(" ")} failed: ${stderr || stdout}`);
  return JSON.parse(stdout) as Answer;
}
