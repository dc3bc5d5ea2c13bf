import { startSandboxProcess } from "@mintwright/test-harness";

// How long a developer waits for `mintwright sandbox`, from the command to "is ready".

const rounds = Number(process.env.ROUNDS ?? 5);
const seconds: number[] = [];
// The first start compiles the code, which the others find compiled: it is shown and not counted.
for (let round = 0; round <= rounds; round++) {
  const sandbox = await startSandboxProcess(["--latency", "none"]);
  const startedInSeconds = sandbox.startedInMs / 1_000;
  process.stdout.write(
    `${round === 0 ? "first start" : `round ${round}`}: ${startedInSeconds.toFixed(2)} s\n`,
  );
  if (round > 0) seconds.push(startedInSeconds);
  await sandbox.stop();
}
seconds.sort((one, other) => one - other);
const median = seconds[Math.floor(seconds.length / 2)] ?? Number.NaN;
process.stdout.write(`spread ${seconds[0]?.toFixed(2)} to ${seconds.at(-1)?.toFixed(2)} s\n`);
process.stdout.write(`figure sandbox-start-seconds = ${median.toFixed(2)} (goal <= 5)\n`);
