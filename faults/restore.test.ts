import { execFile } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  assertLedgerAddsUp,
  chooseUser,
  findBinaries,
  type PostgresServer,
  startPostgres,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { readShellBlocks, runCopied } from "../tests/docs/copied-commands.ts";
import { type MintingInstallation, startMintingInstallation } from "./minting-installation.ts";
import { query } from "./query.ts";
import { report } from "./report.ts";

const execute = promisify(execFile);
const wallet = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const [archiveBlock, backupBlock, restoreBlock, compareBlock] = readShellBlocks("docs/guides/backups.md");

let postgres: PostgresServer;
let installation: MintingInstallation;

/** Runs a block of the guide as the user of PostgreSQL. */
async function runAsPostgres(block: string | undefined, environment: Record<string, string> = {}) {
  const { folder, url } = postgres;
  const env = {
    PATH: `${findBinaries()}:${process.env.PATH}`,
    DATABASE_URL: url,
    ARCHIVE: join(folder, "archive"),
    BACKUP: join(folder, "backup"),
    RESTORED: join(folder, "restored"),
    ...environment,
  };
  await execute("bash", ["-c", `set -euo pipefail\n${block}`], { ...chooseUser(), cwd: folder, env });
}

beforeAll(async () => {
  postgres = await startPostgres();
  await runAsPostgres("mkdir -m 700 $ARCHIVE $RESTORED");
  await runAsPostgres(archiveBlock);
  await postgres.restart();
  installation = await startMintingInstallation(undefined, { serverUrl: postgres.url });
  await installation.startWorker();
}, 120_000);

afterAll(async () => {
  try {
    await installation?.close();
  } finally {
    postgres?.stop();
  }
});

it("ends with a clean ledger, listed differences and no token minted twice when it is restored to the middle of a load", {
  timeout: 240_000,
}, async () => {
  const { fleet, mint, untilMinted, createCollections } = installation;
  const key = await installation.createAccount(10_000);
  await runAsPostgres(backupBlock);
  const [minted, unminted] = await createCollections(key, [wallet, wallet], 3);
  if (!minted || !unminted) throw new Error("the collections were not made");
  await untilMinted(minted, [1]);
  const [row] = await query<{ moment: string }>(postgres.url, "select clock_timestamp()::text as moment");
  const moment = row?.moment ?? "";

  const [forgotten] = await createCollections(key, [wallet], 2);
  await untilMinted(minted, [1, 2]);
  await mint(minted, [3]);
  await installation.killApi();
  await installation.killWorker({ skipsSilence: false });
  const uris = await installation.listMintedUris();
  await query(postgres.url, "select pg_switch_wal()");
  await vi.waitFor(async () => {
    const [archiver] = await query<{ isDone: boolean }>(
      postgres.url,
      `select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 16 * 1024 * 1024) as "isDone" from pg_stat_archiver`,
    );
    expect(archiver?.isDone).toBe(true);
  }, 60_000);
  const lostImage = readdirSync(join(fleet.storageDirectory, "collections", unminted.collectionId))[0] ?? "";
  rmSync(join(fleet.storageDirectory, "collections", unminted.collectionId, lostImage));

  await runAsPostgres(restoreBlock, { MOMENT: moment });
  await postgres.startOn(join(postgres.folder, "restored"));
  await vi.waitFor(async () => {
    const [state] = await query<{ pg_is_in_recovery: boolean }>(postgres.url, "select pg_is_in_recovery()");
    expect(state?.pg_is_in_recovery).toBe(false);
  }, 60_000);
  const compared = await runCopied(compareBlock ?? "", {
    MOMENT: moment,
    DATABASE_URL: fleet.databaseUrl,
    ...installation.commandEnvironment,
  });
  expect(compared).toContain("The ledger adds up for all 1 accounts.");
  expect(compared).toContain("2 files without an image");
  expect(compared).toContain(`collections/${forgotten?.collectionId}/1-`);
  expect(compared).toContain("1 images without a file, queued to be made again, uncharged");
  expect(compared).toContain(
    `${uris.length - 1} mints on a chain that the database had forgotten, recorded now`,
  );
  report(`restored to ${moment}: ${compared.match(/^\d+ [a-z].*$/gm)?.join("; ")}`);

  await installation.startApi();
  await installation.startWorker();
  await untilMinted(minted, [1, 2, 3]);
  const after = await installation.listMintedUris();
  expect(new Set(after).size).toBe(after.length);
  expect(after).toHaveLength(3);
  await vi.waitFor(
    () =>
      expect(readdirSync(join(fleet.storageDirectory, "collections", unminted.collectionId))).toHaveLength(3),
    { timeout: 20_000 },
  );
  await assertLedgerAddsUp(fleet.databaseUrl);
});
