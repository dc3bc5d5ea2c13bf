import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { createAccount, getAccountId } from "../accounts/index.ts";
import { createApiKey, isWellFormedKey } from "../keys/index.ts";
import { loadNewsSamples } from "../news/index.ts";
import type { Latency } from "./latency.ts";
import type { RequestLog } from "./request-log.ts";
import {
  deleteEverything,
  moveClock,
  openCommonKey,
  readClock,
  type SandboxClock,
} from "./sandbox.repository.ts";
import { firstCredits } from "./sandbox-admission.ts";
import type { WaitingFaults } from "./waiting-faults.ts";

const email = "you@example.com";
/** Too high for a test suite to reach; use a fault or a key of your own to test rate limits. */
const ratePerMinute = 100_000;
/** Keys of this cell are real keys of the sandbox; any other text is accepted as the shared key. */
export const sandboxCell = "sb";

export interface SandboxService {
  /** Creates the account, its credits and the sample news if they do not exist. */
  open(): Promise<void>;
  chooseKey(authorization: string | undefined): string;
  createKey(settings: {
    ratePerMinute?: number | undefined;
    expiresInSeconds?: number | undefined;
  }): Promise<string>;
  readClock(): Promise<SandboxClock>;
  /** Moves the clock and runs the work that fell due. */
  moveClock(bySeconds: number): Promise<SandboxClock>;
  reset(): Promise<void>;
}

export interface SandboxParts {
  database: Database;
  waitingFaults: WaitingFaults;
  latency: Latency;
  log: RequestLog;
  runRecurringWork(): Promise<void>;
  removeFiles(): Promise<void>;
}

export function createSandboxService(parts: SandboxParts): SandboxService {
  const { database } = parts;
  let commonKey = "";
  let accountId = "";

  async function open(): Promise<void> {
    accountId = await getAccountId(database, email).catch((error) => {
      if (error instanceof AppError && error.code === "not_found")
        return createAccount(database, email, firstCredits);
      throw error;
    });
    commonKey = await openCommonKey(database, sandboxCell, accountId, ratePerMinute);
    await loadNewsSamples(database);
  }

  return {
    open,
    chooseKey(authorization) {
      const key = /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
      return key?.startsWith(`mw_live_${sandboxCell}`) && isWellFormedKey(key) ? key : commonKey;
    },
    async createKey(settings) {
      const { now } = await readClock(database);
      const { key } = await createApiKey(database, sandboxCell, accountId, {
        name: "made by the test server",
        ratePerMinute: settings.ratePerMinute ?? 200,
        expiresAt:
          settings.expiresInSeconds === undefined
            ? null
            : new Date(now.getTime() + settings.expiresInSeconds * 1_000),
      });
      return key;
    },
    readClock: () => readClock(database),
    async moveClock(bySeconds) {
      const clock = await moveClock(database, bySeconds);
      await parts.runRecurringWork();
      return clock;
    },
    async reset() {
      await deleteEverything(database);
      await parts.removeFiles();
      parts.waitingFaults.clear();
      parts.latency.reset();
      await open();
      parts.log.reset();
    },
  };
}
