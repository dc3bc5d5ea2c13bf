import { randomUUID } from "node:crypto";
import { assertLedgerAddsUp, createDatabase, findTool, type TestDatabase } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { buildVariant, type ContainerTools, prepareContainerTools, printSize } from "./container-tools.ts";
import { expectConfined, startApiContainer, stopWithSigterm, waitUntilHealthy } from "./running-container.ts";

const baseFile = findTool({ variable: "CONTAINER_BASE", purpose: "The container image" });
const image = "localhost/mintwright:slim-test";
const name = `mintwright-slim-${randomUUID()}`;

describe.skipIf(!baseFile)("the slim image", () => {
  let tools: ContainerTools;
  let database: TestDatabase;
  let port: number;

  beforeAll(async () => {
    tools = await prepareContainerTools(String(baseFile));
    await buildVariant(tools, image, "slim");
    database = await createDatabase(inject("databaseServerUrl"));
    port = await startApiContainer(
      tools,
      { name, image, databaseUrl: database.url },
      "--volume",
      `${name}:/var/lib/mintwright`,
    );
  }, 600_000);

  afterAll(async () => {
    await tools?.podman("rm", "--force", "--volumes", name);
    await tools?.podman("volume", "rm", "--force", name);
    await tools?.podman("image", "prune", "--force");
    await database?.drop();
  }, 120_000);

  const mintwright = (...args: string[]) => tools.podman("exec", name, "mintwright", ...args);

  it("becomes healthy as user 1000 on a read-only root file system", { timeout: 180_000 }, async () => {
    await waitUntilHealthy(tools, name);
    await expectConfined(tools, name);
    expect(await printSize(tools, image)).toBeLessThan(600);
  });

  it("generates a paid image and stores files in its volume", { timeout: 180_000 }, async () => {
    const owner = "owner@example.com";
    await mintwright("admin", "account", "create", "--email", owner, "--credits", "10");
    const create = ["admin", "key", "create", "--account", owner, "--name", "first", "--json"];
    const { key } = JSON.parse(await mintwright(...create));
    const response = await fetch(`http://127.0.0.1:${port}/nft/generate-image`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", accept: "image/jpeg" },
      body: JSON.stringify({ prompt: "a fox", model: "velogen", width: 512, height: 512 }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.status, ...bytes.subarray(0, 3)]).toEqual([200, 0xff, 0xd8, 0xff]);
    expect(response.headers.get("x-credits-charged")).toBe("1");
    // No worker runs here, so doctor ends with 1.
    const { stdout } = await mintwright("doctor").catch((error) => error);
    expect(stdout).toMatch(/^ok {4}storage: /m);
  });

  it("ends with 0 after SIGTERM", { timeout: 60_000 }, async () => {
    await stopWithSigterm(tools, name);
    await assertLedgerAddsUp(database.url);
  });
});
