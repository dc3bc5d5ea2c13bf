import { type PgBouncer, startPgBouncer } from "./pgbouncer.ts";
import { setProcessRoute } from "./process-route.ts";
import { findTool } from "./required-tool.ts";

/**
 * Starts PgBouncer before a PostgreSQL server when POOLER_CONNECTIONS says how many connections it may open for each
 * database. The processes of the tests then go through it, in this process and in those that it forks; what a test itself
 * asks the database does not.
 */
export async function startProcessPooler(serverUrl: string): Promise<PgBouncer | undefined> {
  const connections = Number(process.env.POOLER_CONNECTIONS ?? 0);
  if (connections === 0) return undefined;
  const program = findTool({ variable: "PGBOUNCER", purpose: "processes behind PgBouncer" });
  if (!program) throw new Error("POOLER_CONNECTIONS needs PGBOUNCER, the path of the program.");
  const pooler = await startPgBouncer(program, serverUrl, connections);
  setProcessRoute(serverUrl, pooler.route(serverUrl));
  return pooler;
}
