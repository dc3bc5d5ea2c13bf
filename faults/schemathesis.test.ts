import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createTestAccount, findTool, type RunningProcess } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { waitUntilNothingHeld } from "./account-amounts.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { chooseSize } from "./proof-size.ts";
import { report } from "./report.ts";

const program = findTool({ variable: "SCHEMATHESIS", purpose: "the API against its own OpenAPI document" });

const checks = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_schema_conformance",
  "response_headers_conformance",
  "ignored_auth",
];

describe.skipIf(!program)("every operation", () => {
  let folder: string;
  let fleet: Fleet;
  let api: RunningProcess;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "mintwright-schemathesis-"));
    fleet = await createFleet();
    api = await fleet.start("api");
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await fleet?.close();
  });

  it("answers invented requests as the OpenAPI document says", { timeout: 600_000 }, async () => {
    const { key } = await createTestAccount(fleet.databaseUrl, { credits: 1_000_000, rate: "none" });
    const args = [
      "run",
      `${api.baseUrl}/openapi.json`,
      `--checks=${checks.join(",")}`,
      "--phases=examples,coverage,fuzzing,stateful",
      `--max-examples=${chooseSize({ short: 10, full: 40 })}`,
      "--seed=20261115",
      "--generation-database=none",
      "--continue-on-failure",
      "--request-timeout=20",
      "--workers=1",
      "--no-color",
      `--header=Authorization: Bearer ${key}`,
    ];
    const child = spawn(program ?? "", args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    const exited = once(child, "exit");
    const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [status] = await exited;
    const summary = output.slice(output.lastIndexOf("= SUMMARY ="));
    report(`schemathesis ended with ${status}\n${status === 0 ? summary : output + complaints}`);
    expect(status).toBe(0);
    await waitUntilNothingHeld(fleet.databaseUrl, 20_000);
  });
});
