import { globSync, readFileSync } from "node:fs";
import { Mintwright } from "@mintwright/sdk";

const mintwright = new Mintwright({
  baseUrl: process.env.MINTWRIGHT_URL ?? "http://localhost:3001",
  apiKey: process.env.MINTWRIGHT_KEY,
});
const blocking = new Set((process.env.BLOCK_ON ?? "high").split(","));

let blocked = 0;
for (const file of globSync(process.argv[2] ?? "contracts/**/*.sol")) {
  const { report } = await mintwright.contracts.audit({ question: readFileSync(file, "utf8") });
  for (const { severity, title, lines } of report.findings) {
    process.stdout.write(`${severity.padEnd(8)} ${file}:${lines[0] ?? 1} ${title}\n`);
    if (blocking.has(severity)) blocked++;
  }
}
process.stdout.write(`Findings that block this change: ${blocked}\n`);
process.exitCode = blocked > 0 ? 1 : 0;
