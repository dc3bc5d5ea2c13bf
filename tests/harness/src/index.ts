export { askMintwright, type CommandResult, mintwrightCommand, runMintwright } from "./command.ts";
export { type PostgresServer, startPostgres } from "./postgres-server.ts";
export { type RunningProcess, startProcess } from "./running-process.ts";
export { assertLedgerAddsUp, createTestAccount, createTestKey, type TestAccount } from "./test-account.ts";
export { createDatabase, type TestDatabase } from "./test-database.ts";
