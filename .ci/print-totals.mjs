// Prints every failed test with its error, the tests and the time of each lane, then the totals as one plain line.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [, , folder, ...lanes] = process.argv;
const total = { passed: 0, failed: 0, skipped: 0 };
for (const lane of lanes) {
  const { passed, failed, skipped, seconds } = readLane(lane);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  process.stdout.write(
    `${lane.padEnd(12)} ${passed} passed, ${failed} failed, ${skipped} skipped in ${seconds} s\n`,
  );
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);

function readLane(lane) {
  let report;
  try {
    report = JSON.parse(readFileSync(join(folder, `${lane}.json`), "utf8"));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, seconds: "?" };
  }
  const files = report.testResults;
  // A file that could not be loaded has failed without a single test.
  const broken = files.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  for (const file of broken) printFailure(lane, file.name, file.message);
  for (const test of files.flatMap((file) => file.assertionResults))
    if (test.status === "failed") printFailure(lane, test.fullName, test.failureMessages.join("\n"));
  const end = Math.max(...files.map((file) => file.endTime));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    seconds: Math.round((end - report.startTime) / 1000),
  };
}

function printFailure(lane, name, message) {
  process.stdout.write(`\nfailed in ${lane}: ${name}\n${message.slice(0, 2000)}\n`);
}
