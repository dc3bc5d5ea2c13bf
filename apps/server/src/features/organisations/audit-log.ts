import { errorStatusByCode } from "@mintwright/api-contract";
import { auditActions, auditedFields } from "@mintwright/api-contract/dashboard-audit";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Logger } from "../../platform/logging.ts";
import type { DashboardCaller } from "../../serving/dashboard-context.ts";
import {
  type AuditDetails,
  confirmAuditEntry,
  deleteAuditEntry,
  insertAuditEntry,
} from "./audit-log.repository.ts";

/** An action of a member that has an entry which is not confirmed yet. */
export interface RecordedAction {
  /** Waits for the action: confirms its entry, or deletes it when the action was refused. */
  record<Output>(running: Promise<Output>, details: AuditDetails): Promise<Output>;
  /** The action was done. */
  confirm(output?: unknown, details?: AuditDetails): Promise<void>;
  /** The action was refused: nothing has changed. */
  cancel(): Promise<void>;
}

/** Records what members do in the dashboard. */
export interface AuditLog {
  /** Starts recording; undefined for routes and operations that are not recorded. */
  begin(
    caller: DashboardCaller,
    name: string,
    request: { params: unknown; body: unknown; address: string },
  ): Promise<RecordedAction | undefined>;
  /** Records an action in an organisation that the session did not use. */
  record(
    caller: DashboardCaller,
    accountId: string,
    action: "organisation.created" | "member.joined",
    address: string,
  ): Promise<void>;
}

const maxCharacters = 200;

export function createAuditLog(database: Database, logger: Logger): AuditLog {
  return {
    async begin({ accountId, userId, userName }, name, { params, body, address }) {
      const action = (auditActions as Partial<Record<string, string>>)[name];
      if (!action) return undefined;
      const entryId = await insertAuditEntry(database, accountId, {
        userId,
        member: userName,
        action,
        subject: Object.values(toFields(params)).map(String)[0] ?? null,
        details: pickDetails(body),
        address,
      });
      // The action is done or refused by then: an answer that says otherwise would be wrong. The entry stays, unconfirmed.
      const warn = (error: unknown) =>
        logger.warn({ error, accountId, entryId, action }, "audit entry not confirmed");
      const confirm = (output?: unknown, details: AuditDetails = {}) => {
        const { id, paymentId } = toFields(output);
        const subject = String(id ?? paymentId ?? "") || null;
        return confirmAuditEntry(database, accountId, entryId, { subject, details }).catch(warn);
      };
      const cancel = () => deleteAuditEntry(database, accountId, entryId).catch(warn);
      return {
        confirm,
        cancel,
        async record(running, details) {
          try {
            const output = await running;
            await confirm(output, details);
            return output;
          } catch (error) {
            // Other failures may have happened after the change.
            if (error instanceof AppError && !isInternal(error)) await cancel();
            throw error;
          }
        },
      };
    },
    async record({ userId, userName: member }, accountId, action, address) {
      const entry = { userId, member, action, subject: null, details: {}, address };
      const entryId = await insertAuditEntry(database, accountId, entry);
      await confirmAuditEntry(database, accountId, entryId, entry);
    },
  };
}

const isInternal = ({ code }: AppError) => errorStatusByCode[code] >= 500;

function toFields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function pickDetails(body: unknown): AuditDetails {
  const fields = toFields(body);
  const details: AuditDetails = {};
  for (const name of auditedFields) {
    const value = fields[name];
    if (typeof value === "string") details[name] = value.slice(0, maxCharacters);
    else if (typeof value === "number" || typeof value === "boolean") details[name] = value;
  }
  return details;
}
