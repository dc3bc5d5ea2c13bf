import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDatabase, findFreePort, startPostgres } from "@mintwright/test-harness";
import { findPostmaster } from "./cpu-clock.ts";
import { findToolFolder, type Gateway, openAiEndpoints, run, startGateway } from "./gateway-process.ts";
import { installLitellm } from "./gateway-programs.ts";
import {
  litellmArguments,
  litellmConfig,
  litellmEnvironment,
  litellmPricePerAnswer,
} from "./litellm-settings.ts";

/** LiteLLM with keys, budgets and PostgreSQL. Its database client runs a program that its maker's servers hand out. */
export function installLitellmWithDatabase(): Gateway {
  const engine = process.env.PRISMA_QUERY_ENGINE_BINARY;
  if (!engine) throw new Error("set PRISMA_QUERY_ENGINE_BINARY to its database engine");
  const { settings } = installLitellm();
  const bin = join(findToolFolder("litellm"), "bin");
  const python = (code: string) => run(join(bin, "python"), ["-c", code]).trim();
  run(join(bin, "pip"), ["install", "--quiet", "--disable-pip-version-check", "prisma>=0.11,<1"]);
  const extras = python("import os, litellm_proxy_extras as e; print(os.path.dirname(e.__file__))");
  run(join(bin, "prisma"), ["generate", "--schema", join(extras, "schema.prisma")], {
    PATH: `${bin}:${process.env.PATH}`,
  });
  return {
    name: "LiteLLM with PostgreSQL",
    settings: settings.replace("no database: it does not meter", "PostgreSQL, a key with a budget"),
    async start(modelUrl, files) {
      await using started = new AsyncDisposableStack();
      const postgres = await startPostgres();
      started.defer(() => postgres.stop());
      const database = await createDatabase(postgres.url);
      started.defer(() => database.drop());
      for (const name of readdirSync(join(extras, "migrations")).sort()) {
        if (/^\d/.test(name))
          await database.query(readFileSync(join(extras, "migrations", name, "migration.sql"), "utf8"));
      }
      const port = await findFreePort();
      const baseUrl = `http://127.0.0.1:${port}`;
      const config = join(files, "litellm.json");
      writeFileSync(config, JSON.stringify(litellmConfig(modelUrl)));
      const environment = {
        ...litellmEnvironment,
        DATABASE_URL: database.url,
        DISABLE_SCHEMA_UPDATE: "true",
        PRISMA_QUERY_ENGINE_BINARY: engine,
        LITELLM_SALT_KEY: "sk-bench",
      };
      const toEndpoints = (key: string) =>
        openAiEndpoints(baseUrl, { authorization: `Bearer ${key}` }, "bench");
      const gateway = await startGateway(
        join(bin, "litellm"),
        litellmArguments(config, port),
        environment,
        toEndpoints("sk-bench"),
      );
      started.defer(() => gateway.stop());
      const createKey = async (maxBudget: number) => {
        const answer = await fetch(`${baseUrl}/key/generate`, {
          method: "POST",
          headers: { authorization: "Bearer sk-bench", "content-type": "application/json" },
          body: JSON.stringify({ max_budget: maxBudget }),
        });
        return ((await answer.json()) as { key: string }).key;
      };
      const endpoints = toEndpoints(await createKey(1_000_000));
      const processIds = [...gateway.processIds, await findPostmaster(postgres.url)];
      const running = started.move();
      return {
        endpoints,
        processIds,
        openWithBudget: async (calls) => toEndpoints(await createKey(calls * litellmPricePerAnswer)).whole,
        stop: () => running.disposeAsync(),
      };
    },
  };
}
