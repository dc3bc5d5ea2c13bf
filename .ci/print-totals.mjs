// Prints every failed test with its error, the tests and the time of each lane, then the totals as one plain line.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [, , folder, ...lanes] = process.argv;
const reports = lanes.map(readLane);
for (const { lane, failures } of reports)
  for (const { name, message } of failures)
    process.stdout.write(`\nfailed in ${lane}: ${name}\n${message.slice(0, 2000)}\n`);
const total = { passed: 0, failed: 0, skipped: 0 };
for (const { lane, passed, failures, skipped, seconds } of reports) {
  total.passed += passed;
  total.failed += failures.length;
  total.skipped += skipped;
  process.stdout.write(
    `${lane.padEnd(12)} ${passed} passed, ${failures.length} failed, ${skipped} skipped in ${seconds} s\n`,
  );
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);

function readLane(lane) {
  let report;
  try {
    report = JSON.parse(readFileSync(join(folder, `${lane}.json`), "utf8"));
  } catch (error) {
    return {
      lane,
      passed: 0,
      failures: [{ name: "no report", message: error.message }],
      skipped: 0,
      seconds: "?",
    };
  }
  const end = Math.max(...report.testResults.map((file) => file.endTime));
  return {
    lane,
    passed: report.numPassedTests,
    failures: report.testResults.flatMap(listFailures),
    skipped: report.numPendingTests + report.numTodoTests,
    seconds: Math.round((end - report.startTime) / 1000),
  };
}

function listFailures(file) {
  const failed = file.assertionResults.filter((test) => test.status === "failed");
  // A file that could not be loaded, or whose hook failed, has failed without a single failed test.
  if (failed.length === 0 && file.status === "failed") return [{ name: file.name, message: file.message }];
  return failed.map((test) => ({ name: test.fullName, message: test.failureMessages.join("\n") }));
}
