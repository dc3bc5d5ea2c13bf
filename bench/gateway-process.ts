import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findTree } from "./cpu-clock.ts";

/** One way to ask a gateway. `body` takes the question. */
export interface Endpoint {
  url: string;
  headers: Record<string, string>;
  toBody(question: string): object;
}

/** A gateway that answers. */
export interface RunningGateway {
  endpoints: Partial<Record<Form, Endpoint>>;
  /** Everything it needs, its database included: the processes that started the others. */
  processIds: number[];
  /** An endpoint for a caller whose budget covers this many whole answers. */
  openWithBudget?(calls: number): Promise<Endpoint>;
  /** Throws unless its books are right. */
  checkBooks?(): Promise<void>;
  stop(): Promise<void>;
}

export interface Gateway {
  name: string;
  /** Its version and settings, for the report. */
  settings: string;
  /** Starts it in front of a model server. `folder` is for its files. */
  start(modelUrl: string, folder: string): Promise<RunningGateway>;
}

export const forms = ["whole", "stream", "chatStream"] as const;
export type Form = (typeof forms)[number];

// LiteLLM imports for minutes on a busy machine.
const startTimeoutInMs = 300_000;
const stopTimeoutInMs = 10_000;

/** The folder that gateways are installed into. */
export function findToolFolder(name: string): string {
  const tools =
    process.env.MINTWRIGHT_TOOLS ??
    join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "mintwright");
  return join(tools, "gateways", name);
}

/** Runs a program to its end. Throws its error output if it fails. */
export function run(program: string, args: string[], environment: Record<string, string> = {}): string {
  const result = spawnSync(program, args, { encoding: "utf8", env: { ...process.env, ...environment } });
  if (result.status !== 0) {
    throw new Error(`${program} failed: ${(result.error?.message ?? result.stderr).trim().slice(-500)}`);
  }
  return result.stdout;
}

/** The endpoints of a gateway that speaks OpenAI's protocol. */
export function openAiEndpoints(baseUrl: string, headers: Record<string, string>, model: string) {
  const toEndpoint = (extra: object): Endpoint => ({
    url: `${baseUrl}/v1/chat/completions`,
    headers,
    toBody: (content) => ({ model, messages: [{ role: "user", content }], ...extra }),
  });
  return {
    whole: toEndpoint({}),
    stream: toEndpoint({ stream: true, stream_options: { include_usage: true } }),
  };
}

/** Starts a program with only the given environment, and waits until it answers a question. */
export async function startGateway(
  program: string,
  args: string[],
  environment: Record<string, string>,
  endpoints: { whole: Endpoint; stream: Endpoint },
): Promise<RunningGateway> {
  const env = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...environment };
  const child = spawn(program, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  const exited = once(child, "exit");
  exited.catch(() => {});
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log = (log + text).slice(-2_000);
  });
  const stop = async () => {
    const tree = findTree([child.pid ?? 0]);
    const deadline = setTimeout(() => tree.forEach(kill), stopTimeoutInMs);
    if (child.exitCode === null && child.signalCode === null) child.kill();
    await exited.finally(() => clearTimeout(deadline));
  };
  const deadline = performance.now() + startTimeoutInMs;
  while (!(await answers(endpoints.whole))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`${program} does not answer:\n${log}`);
    }
    await sleep(200);
  }
  return { endpoints, processIds: [child.pid ?? 0], stop };
}

function kill(processId: number): void {
  try {
    process.kill(processId, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

async function answers({ url, headers, toBody }: Endpoint): Promise<boolean> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(toBody("ready?")),
  }).catch(() => undefined);
  await answer?.text();
  return answer?.status === 200;
}
