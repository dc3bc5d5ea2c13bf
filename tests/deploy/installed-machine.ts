import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { readShellBlocks } from "../docs/copied-commands.ts";
import { readUnit } from "./systemd-unit.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const script = fileURLToPath(new URL("./installed-machine.sh", import.meta.url));

/** The PATH that systemd gives to services. */
const servicePath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin";

export interface InstalledProcess {
  child: ChildProcess;
  output: string[];
  /** Waits for a line of the log and returns it. */
  waitFor(text: string): Promise<string>;
  /** Waits for the end and returns the exit code. */
  exited: Promise<number | null>;
}

/** This machine with Mintwright installed as the deployment guide says, invisible to other processes. */
export interface InstalledMachine {
  /** Runs a command as root. */
  run(command: readonly string[]): InstalledProcess;
  /** Runs the ExecStart of an instance of the unit, as its user and with its environment, without privileges. */
  startUnit(instance: string): InstalledProcess;
  /** Kills what still runs and deletes the files. */
  close(): Promise<void>;
}

/** Prepares the machine. `settings` is the content of /etc/mintwright/mintwright.env. */
export function installMachine(settings: string): InstalledMachine {
  const scratch = mkdtempSync(join(tmpdir(), "mintwright-machine-"));
  const processes: InstalledProcess[] = [];
  const env = {
    PATH: process.env.PATH,
    REPOSITORY: repository,
    NODE: process.execPath,
    SCRATCH: scratch,
    INSTALL: readInstallCommands(),
    SETTINGS: settings,
  };
  const machine: InstalledMachine = {
    run(command) {
      const args = ["--mount", "--", "sh", script, ...command];
      const started = observe(spawn("unshare", args, { env, stdio: ["ignore", "pipe", "pipe"] }));
      processes.push(started);
      return started;
    },
    startUnit(instance) {
      const unit = readUnit(instance);
      const environment = { PATH: servicePath, ...unit.environment, ...parseEnv(settings) };
      const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
      const user = ["--reuid", unit.user, "--regid", unit.group, "--init-groups"];
      const privileges = ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"];
      const enter = `cd ${unit.workingDirectory}; umask ${unit.umask}; exec "$@"`;
      return machine.run([
        ...["sh", "-c", enter, "sh", "setpriv", ...user, ...privileges, "--", "env", "-i"],
        ...variables,
        ...unit.command,
      ]);
    },
    async close() {
      for (const { child } of processes) child.kill("SIGKILL");
      await Promise.all(processes.map(({ exited }) => exited));
      rmSync(scratch, { recursive: true, force: true });
    },
  };
  return machine;
}

/** The commands of the guide, without those that download the program. */
function readInstallCommands(): string {
  const [install = ""] = readShellBlocks("docs/guides/deployment.md");
  return install.replace(/^npm .*$/m, "");
}

function observe(child: ChildProcess): InstalledProcess {
  const output: string[] = [];
  const exited = once(child, "exit").then(([code]) => code as number | null);
  for (const input of [child.stdout, child.stderr]) {
    if (input) createInterface({ input }).on("line", (line) => output.push(line));
  }
  return {
    child,
    output,
    exited,
    async waitFor(text) {
      const ended = exited.then((code) => `ended with ${code}`);
      for (;;) {
        const found = output.find((line) => line.includes(text));
        if (found) return found;
        const end = await Promise.race([ended, sleep(20)]);
        if (end) throw new Error(`the process ${end} without "${text}":\n${output.join("\n")}`);
      }
    },
  };
}
