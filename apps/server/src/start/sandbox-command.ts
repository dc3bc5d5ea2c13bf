import { type Command, InvalidArgumentError } from "commander";
import type { RunningSandbox, SandboxOptions } from "./sandbox.ts";

/** Where the specification puts the local test server. */
const documentedPort = 3001;

const help = `
Nothing else is needed: no key, no PostgreSQL, no network. Any text is accepted as a key.

Latency:
  none     answers as fast as this machine can
  real     waits as a service with models would; the same seed gives the same waits (default)
  200      every answer waits 200 milliseconds

Faults, on one request or for the next ones:
  curl -H 'X-Mintwright-Fault: status=503' ...
  curl localhost:${documentedPort}/sandbox/faults -H 'content-type: application/json' -d '{"fault":{"kind":"delay","delayInMs":500},"times":3}'`;

function readWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

function readPort(text: string): number {
  const port = readWhole(text);
  if (port > 65_535) throw new InvalidArgumentError("It must be at most 65535.");
  return port;
}

function readLatency(text: string): NonNullable<SandboxOptions["latency"]> {
  if (text === "none" || text === "real") return text;
  if (!/^\d{1,6}$/.test(text))
    throw new InvalidArgumentError("It must be none, real or a number of milliseconds.");
  return Number(text);
}

function readOrigins(text: string, before: readonly string[] = []): string[] {
  const isOrigin = URL.canParse(text) && new URL(text).origin === text;
  if (!isOrigin && text !== "*" && text !== "null") {
    throw new InvalidArgumentError("It must be an origin such as https://app.example.com, or null, or *.");
  }
  return [...before, text];
}

function describe({ url }: RunningSandbox, { data, latency }: SandboxOptions): string {
  return `The local test server is ready. It needs no key, and starts with 1,000 credits that cost nothing.

  page       ${url}          requests as they come, credits, jobs
  reference  ${url}/docs
  latency    ${latency}${latency === "real" ? " (--latency none for tests)" : ""}
  kept       ${data ? `in ${data}` : "in memory, until it ends (--data FOLDER keeps it)"}

Copy this first:

  curl ${url}/nft/generate -H 'content-type: application/json' -H 'accept: image/jpeg' \\
    -d '{"prompt":"a fox in a lighthouse"}' -o fox.jpg
`;
}

/** Adds the command that runs the local test server. */
export function addSandboxCommand(program: Command): void {
  program
    .command("sandbox")
    .description("run the local test server: the whole API in one process, without key, database or network")
    .option("--port <port>", "where it listens", readPort, documentedPort)
    .option("--host <host>", "the address it listens on", "localhost")
    .option(
      "--allow-origin <origin>",
      "let pages of this origin call it, beside those on localhost; may be repeated",
      readOrigins,
    )
    .option("--data <folder>", "keep everything in this folder; without it, in memory")
    .option("--latency <latency>", "none, real or milliseconds", readLatency, "real" as const)
    .option("--seed <number>", "decides the simulated latency", readWhole, 1)
    .addHelpText("after", help)
    .action(async ({ allowOrigin, ...options }: SandboxOptions & { allowOrigin?: string[] }) => {
      const { startSandbox } = await import("./sandbox.ts");
      const sandbox = await startSandbox({ ...options, allowOrigins: allowOrigin ?? [], logLevel: "error" });
      process.stdout.write(describe(sandbox, options));
      for (const signal of ["SIGINT", "SIGTERM"] as const) {
        process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
      }
    });
}
