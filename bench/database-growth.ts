import type { TestDatabase } from "@mintwright/test-harness";

/** What a database occupies, by table. A partition counts for its table. */
export interface DatabaseSize {
  logInBytes: number;
  tables: Map<string, TableSize>;
}

export interface TableSize {
  rowsInBytes: number;
  indexInBytes: number;
}

/** Reads the size of every table and the position of the write-ahead log. */
export async function readDatabaseSize(database: TestDatabase): Promise<DatabaseSize> {
  const [log] = await database.query<{ bytes: number }>(
    "select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes",
  );
  const rows = await database.query<{ name: string } & TableSize>(
    `select coalesce(pg_partition_root(c.oid)::oid, c.oid)::regclass::text as name,
       sum(pg_table_size(c.oid))::float8 as "rowsInBytes", sum(pg_indexes_size(c.oid))::float8 as "indexInBytes"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'pgboss') group by 1 order by 1`,
  );
  return {
    logInBytes: log?.bytes ?? Number.NaN,
    tables: new Map(rows.map(({ name, ...size }) => [name, size])),
  };
}

/** How much larger `after` is than `before`, without the tables that did not grow. */
export function subtractSize(after: DatabaseSize, before: DatabaseSize): DatabaseSize {
  const grown = [...after.tables].flatMap(([name, { rowsInBytes, indexInBytes }]) => {
    const old = before.tables.get(name) ?? { rowsInBytes: 0, indexInBytes: 0 };
    const growth = {
      rowsInBytes: rowsInBytes - old.rowsInBytes,
      indexInBytes: indexInBytes - old.indexInBytes,
    };
    return growth.rowsInBytes === 0 && growth.indexInBytes === 0 ? [] : [[name, growth] as const];
  });
  return { logInBytes: after.logInBytes - before.logInBytes, tables: new Map(grown) };
}
