import { randomUUID } from "node:crypto";
import { createDatabase, createTestAccount, findTool, type TestDatabase } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { buildVariant, type ContainerTools, prepareContainerTools, printSize } from "./container-tools.ts";
import { expectConfined, startApiContainer, waitUntilHealthy } from "./running-container.ts";

const baseFile = findTool({ variable: "CONTAINER_BASE", purpose: "The full container image" });
const image = "localhost/mintwright:full-test";
const name = `mintwright-full-${randomUUID()}`;
const bank = `pragma solidity ^0.4.11;
contract Bank {
  mapping(address => uint) balances;
  function withdraw() public {
    msg.sender.call.value(balances[msg.sender])();
    balances[msg.sender] = 0;
  }
}`;

interface AuditBody {
  data: { report: { findings: { engines: string[] }[]; analysed: { compiler: string } } };
}

describe.skipIf(!baseFile)("the full image", () => {
  let tools: ContainerTools;
  let database: TestDatabase;
  let port: number;

  beforeAll(async () => {
    tools = await prepareContainerTools(String(baseFile));
    await buildVariant(tools, image, "full");
    database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
    port = await startApiContainer(tools, { name, image, databaseUrl: database.url });
    await waitUntilHealthy(tools, name);
  }, 1_800_000);

  afterAll(async () => {
    await tools?.podman("rm", "--force", "--volumes", name);
    await tools?.podman("image", "prune", "--force");
    await database?.drop();
  }, 120_000);

  it("is confined like the slim image", async () => {
    await expectConfined(tools, name);
    await printSize(tools, image);
  });

  it("audits Solidity 0.4 with its compiler and with Slither", { timeout: 180_000 }, async () => {
    const { key } = await createTestAccount(database.url);
    const response = await fetch(`http://127.0.0.1:${port}/chat/stream`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "smart_contract_auditor", question: bank }),
    });
    const { report } = ((await response.json()) as AuditBody).data;
    expect(report.analysed.compiler).toBe("0.4.26");
    expect(report.findings.flatMap(({ engines }) => engines)).toContain("slither");
  });

  it.each(["forge", "anvil"])("has Foundry's %s", async (program) => {
    expect(await tools.podman("exec", name, program, "--version")).toMatch(/1\.7\.1/);
  });
});
