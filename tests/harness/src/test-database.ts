import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import pg from "pg";

export interface TestDatabase {
  url: string;
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export function withDatabaseName(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Where processes with this database store files unless told otherwise: a worker deletes what its own database does not know. */
export const storageOf = (databaseUrl: string) => `mintwright-storage${new URL(databaseUrl).pathname}`;

/** Creates a database: a copy of the migrated template, or an empty one. */
export async function createDatabase(serverUrl: string, template?: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await runStatement(serverUrl, `create database ${name} ${template ? `template ${template}` : ""}`);
  const url = withDatabaseName(serverUrl, name);
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // Dropping the database closes its connections, which is not a failure of the test.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    url,
    async query<Row>(text: string, values?: unknown[]) {
      return (await pool.query(text, values)).rows as Row[];
    },
    async drop() {
      await pool.end();
      await runStatement(serverUrl, `drop database ${name} with (force)`);
      // A process that was killed may still be writing.
      await rm(storageOf(url), { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
