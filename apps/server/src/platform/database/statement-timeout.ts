import pg from "pg";
import type { Logger } from "../logging.ts";

/**
 * Gives statements outside a transaction a timeout: the role's default in this database, because a setting of the
 * connection would be left to strangers behind a pooler. Does nothing when the operator has set one, of any length.
 */
export async function ensureStatementTimeout(url: string, logger: Logger): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "mintwright-migrate",
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(script);
  } catch (error) {
    logger.warn({ error }, "statement timeout of the database role not set, doctor says how");
  } finally {
    await client.end().catch(() => {});
  }
}

/** A session keeps the defaults that it began with, so the catalog says whether another process has set it since. */
const script = `
do $$ begin
  perform pg_advisory_xact_lock(hashtextextended('mintwright.statement-timeout', 0));
  if (select source = 'default' from pg_settings where name = 'statement_timeout') and not exists (
    select from pg_db_role_setting s join pg_roles r on r.oid = s.setrole join pg_database d on d.oid = s.setdatabase,
      unnest(s.setconfig) as setting
    where r.rolname = session_user and d.datname = current_database() and setting like 'statement_timeout=%'
  ) then
    execute format('alter role %I in database %I set statement_timeout = ''30s''', session_user, current_database());
  end if;
end $$`;
