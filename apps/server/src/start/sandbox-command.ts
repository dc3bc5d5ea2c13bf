import { type Command, InvalidArgumentError } from "commander";
import type { RunningSandbox, SandboxOptions } from "./sandbox.ts";

/** The sandbox port that the specification names. */
const documentedPort = 3001;

const help = `
It needs no key, no PostgreSQL and no network. Any text is accepted as a key.

Latency:
  none     no added latency
  real     delays like those of real models; the same seed gives the same delays (default)
  200      delays every response by 200 milliseconds

Faults, on one request or for the next ones:
  curl -H 'X-Mintwright-Fault: status=503' ...
  curl localhost:${documentedPort}/sandbox/faults -H 'content-type: application/json' -d '{"fault":{"kind":"delay","delayInMs":500},"times":3}'`;

function readWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("Enter a whole number.");
  return Number(text);
}

function readPort(text: string): number {
  const port = readWhole(text);
  if (port > 65_535) throw new InvalidArgumentError("Enter at most 65535.");
  return port;
}

function readLatency(text: string): NonNullable<SandboxOptions["latency"]> {
  if (text === "none" || text === "real") return text;
  if (!/^\d{1,6}$/.test(text))
    throw new InvalidArgumentError("Enter none, real or a number of milliseconds.");
  return Number(text);
}

function readOrigins(text: string, before: readonly string[] = []): string[] {
  const isOrigin = URL.canParse(text) && new URL(text).origin === text;
  if (!isOrigin && text !== "*" && text !== "null") {
    throw new InvalidArgumentError("Enter an origin such as https://app.example.com, or null, or *.");
  }
  return [...before, text];
}

function describe({ url }: RunningSandbox, { data, latency }: SandboxOptions): string {
  return `The local test server is ready. It needs no key and starts with 1,000 free credits.

  page       ${url}          live requests, credits, jobs
  reference  ${url}/docs
  latency    ${latency}${latency === "real" ? " (--latency none for tests)" : ""}
  kept       ${data ? `in ${data}` : "in memory, until it stops (--data FOLDER keeps it)"}

Try it:

  curl ${url}/nft/generate -H 'content-type: application/json' -H 'accept: image/jpeg' \\
    -d '{"prompt":"a fox in a lighthouse"}' -o fox.jpg
`;
}

export function addSandboxCommand(program: Command): void {
  program
    .command("sandbox")
    .description("run the local test server: the whole API in one process, without key, database or network")
    .option("--port <port>", "port to listen on", readPort, documentedPort)
    .option("--host <host>", "address to listen on", "localhost")
    .option(
      "--allow-origin <origin>",
      "allow pages of this origin to call it, in addition to localhost; may be repeated",
      readOrigins,
    )
    .option("--data <folder>", "keep data in this folder instead of in memory")
    .option("--latency <latency>", "none, real or milliseconds", readLatency, "real" as const)
    .option("--seed <number>", "seed of the simulated latency", readWhole, 1)
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
