import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, findFreePort } from "@mintwright/test-harness";
import { expect, inject, it } from "vitest";
import { readShellBlocks, runCopied } from "./copied-commands.ts";

it("docs/guides/operator.md leads from a start to an upgrade when it is copied", {
  timeout: 300_000,
}, async () => {
  const database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  const folder = mkdtempSync(join(tmpdir(), "mintwright-operator-docs-"));
  const [api, apiMetrics, workerMetrics] = [await findFreePort(), await findFreePort(), await findFreePort()];
  // A user who signed up and confirmed the email.
  await database.query(
    "insert into app_user (id, name, email, email_verified) values ('u1', 'You', 'you@example.com', true)",
  );
  const commands = readShellBlocks("docs/guides/operator.md")
    .join("\n")
    .replace("npx mintwright api &", `METRICS_PORT=${apiMetrics} npx mintwright api &`)
    .replace("npx mintwright worker &", `METRICS_PORT=${workerMetrics} npx mintwright worker &`)
    .replace("localhost:8080", `127.0.0.1:${api}`)
    .replace("localhost:9465", `127.0.0.1:${workerMetrics}`)
    .replaceAll(" mintwright.dump", ` ${folder}/mintwright.dump`)
    .replace("--file=mintwright.dump", `--file=${folder}/mintwright.dump`);
  const output = await runCopied(commands, {
    DATABASE_URL: database.url,
    PORT: String(api),
    STORAGE_DIRECTORY: join(folder, "files"),
  });
  expect(output).toContain('"status":"ready"');
  expect(output).toContain("ok    worker: 1 running");
  expect(output).toContain("you@example.com is an operator. The admin console is at /dashboard/operator.");
  expect(output).toContain("now has 25 credits");
  expect(output).toMatch(/MINT(-[0-9A-Z]{5}){4} adds 10 credits, once/);
  expect(output).toContain("mintwright_ledger_accounts_off 0");
  expect(output).toContain("The ledger adds up for all 1 accounts.");
  expect(output).toContain("The database is up to date.");
  const [given] = await database.query("select amount::int, note, granted_by from credit_grant");
  expect(given).toEqual({ amount: 2_500, note: "for the workshop", granted_by: "command line" });
  await database.drop();
  rmSync(folder, { recursive: true });
});
