import { randomUUID } from "node:crypto";
import type { TestProject } from "vitest/node";
import { askMintwright } from "./command.ts";
import { startPostgres } from "./postgres-server.ts";
import { runStatement, withDatabaseName } from "./test-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    databaseServerUrl: string;
    databaseTemplate: string;
  }
}

/** Starts PostgreSQL for the run (or uses TEST_DATABASE_URL) and prepares the template that test files copy. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop() {} } : await startPostgres();
  const template = `template_${randomUUID().replaceAll("-", "")}`;
  await runStatement(server.url, `create database ${template}`);
  await askMintwright(["migrate"], { DATABASE_URL: withDatabaseName(server.url, template) });
  project.provide("databaseServerUrl", server.url);
  project.provide("databaseTemplate", template);
  return async () => {
    await runStatement(server.url, `drop database ${template} with (force)`);
    server.stop();
  };
}
