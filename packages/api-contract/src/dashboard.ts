import { z } from "zod";
import {
  ledgerKinds,
  ledgerPageSchema,
  ledgerQuerySchema,
  ledgerRequestPageSchema,
} from "./account-credits.ts";
import { auditFindingSchema, auditReportSchema } from "./contract-answers.ts";
import { customContextSchema } from "./custom-context.ts";
import { dashboardCollectionRoutes } from "./dashboard-collections.ts";
import { conversationRoutes } from "./dashboard-conversations.ts";
import { dropRoutes } from "./dashboard-drops.ts";
import { logRoutes } from "./dashboard-logs.ts";
import { newsRoutes } from "./dashboard-news.ts";
import { operatorRoutes } from "./dashboard-operator.ts";
import { organisationRoutes } from "./dashboard-organisations.ts";
import { paymentRoutes } from "./dashboard-payments.ts";
import { referenceRoutes } from "./dashboard-references.ts";
import { defineRoute } from "./dashboard-route.ts";
import { securityRoutes } from "./dashboard-security.ts";
import { spendAlertRoutes } from "./dashboard-spend-alerts.ts";
import { usageRoutes } from "./dashboard-usage.ts";
import { memberRoles } from "./member-roles.ts";

export type { AuthRoutes } from "./dashboard-auth.ts";
export type { CollectionDetail, CoveredCollection, WalletMint } from "./dashboard-collections.ts";
export type { Conversation, ConversationRecord, FoundRecord } from "./dashboard-conversations.ts";
export type { DropOrder, OwnedDrop } from "./dashboard-drops.ts";
export {
  type LogSettings,
  type RequestBodies,
  type RequestLog,
  type StatusClass,
  statusClasses,
} from "./dashboard-logs.ts";
export type {
  AuditEntry,
  Member,
  Organisation,
  ReceivedInvitation,
  SentInvitation,
} from "./dashboard-organisations.ts";
export { dashboardApiPath, dashboardOperationsPath } from "./dashboard-paths.ts";
export type { DashboardPayment, PaidPayment, PaymentOffer, TopUp } from "./dashboard-payments.ts";
export type { DashboardRoute } from "./dashboard-route.ts";
export type { Passkey } from "./dashboard-security.ts";
export {
  maxSpendAlerts,
  type NewSpendAlert,
  type SpendAlert,
  spendAlertKinds,
} from "./dashboard-spend-alerts.ts";
export {
  maxUsageDays,
  type UsageDay,
  type UsageGroup,
  type UsageGrouping,
  type UsageReport,
  usageGroupings,
} from "./dashboard-usage.ts";

const done = z.object({ done: z.literal(true) });
const amount = z.number().min(0);
const moment = z.iso.datetime();
/** A report of a large project, with its proofs. */
const auditReportBytes = 5_000_000;

const sessionSchema = z.object({
  user: z.object({
    id: z.string(),
    name: z.string(),
    /** Null for a user who signed in with a wallet and has not entered an email address. */
    email: z.string().nullable(),
    wallets: z.array(z.string()),
    hasPassword: z.boolean(),
    hasTwoFactor: z.boolean(),
    /** True for users who may open the admin console. */
    isOperator: z.boolean(),
  }),
  /** The organisation that the session uses. */
  account: z.object({ id: z.uuid(), name: z.string(), role: z.enum(memberRoles) }),
});

export type DashboardSession = z.infer<typeof sessionSchema>;

const signInSchema = z.object({
  id: z.string(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: moment,
  lastSeenAt: moment,
  isCurrent: z.boolean(),
});

/** A session of the user on some device. */
export type SignIn = z.infer<typeof signInSchema>;

const creditsSchema = z.object({
  balance: amount,
  held: amount,
  spent: amount,
  granted: amount,
  spentToday: amount,
  spentThisMonth: amount,
  /** True if the balance covers less than three days at the average of the last seven. */
  isLow: z.boolean(),
});

export type CreditsOverview = z.infer<typeof creditsSchema>;

/** The periods of the usage chart, in days. */
export const usageDays = [7, 30, 90] as const;

/** What an account spent by day, and which operations and keys it used: lists that stay short however busy it is. */
const usageSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  rows: z.array(z.object({ day: z.iso.date(), requests: z.int(), spent: amount })),
  operations: z.array(z.string()),
  /** A deleted key has no name. */
  keys: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
});

const ledgerFilters = {
  kind: z.enum(ledgerKinds).optional(),
  operation: z
    .string()
    .regex(/^\w{1,64}$/, "operation must be the id of an operation")
    .optional(),
  keyId: z.uuid("keyId must be the id of a key").optional(),
};

const keySettingsSchema = z.object({
  name: z.string().trim().min(1, "Give the key a name.").max(64, "A name has at most 64 characters."),
  ratePerMinute: z
    .int("The rate is a whole number of requests a minute.")
    .min(1, "The rate must be at least 1.")
    .max(1_000_000, "The rate must be at most 1,000,000.")
    .nullable(),
  expiresAt: moment.nullable(),
  allowedOperations: z
    .array(z.string().regex(/^\w{1,64}$/))
    .min(1, "Allow at least one operation, or all of them.")
    .max(200)
    .nullable(),
  monthlyLimit: z
    .number()
    .positive("The limit must be more than 0.")
    .max(1_000_000_000)
    .multipleOf(0.01, "Credits have at most two decimals.")
    .nullable(),
  /** True: results of calls with the key are stored in the library. Left out, the setting stays as it is. */
  storesResults: z.boolean().optional(),
});

/** The settings of a key. Null means that only the account's limit applies. */
export type DashboardKeySettings = z.infer<typeof keySettingsSchema>;

const keySchema = keySettingsSchema.extend({
  id: z.uuid(),
  shownPrefix: z.string(),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
  storesResults: z.boolean(),
  spentThisMonth: amount,
  state: z.enum(["active", "expired", "revoked"]),
});

/** A key without its secret. */
export type DashboardKey = z.infer<typeof keySchema>;

const createdKeySchema = z.object({ id: z.uuid(), key: z.string() });
const keyParams = z.object({ keyId: z.uuid("keyId must be the id of a key") });
const contextSchema = z.object({ context: customContextSchema.nullable() });

/** Every dashboard route that needs a session. */
export const dashboardRoutes = {
  ...dashboardCollectionRoutes,
  ...dropRoutes,
  getSession: defineRoute({ method: "GET", path: "/session", response: sessionSchema }),
  listSignIns: defineRoute({
    method: "GET",
    path: "/sign-ins",
    response: z.object({ signIns: z.array(signInSchema) }),
  }),
  endSignIn: defineRoute({
    method: "DELETE",
    path: "/sign-ins/{signInId}",
    params: z.object({ signInId: z.string().max(64) }),
    response: done,
  }),
  endOtherSignIns: defineRoute({ method: "POST", path: "/sign-ins/end-others", response: done }),
  deleteAccount: defineRoute({
    method: "POST",
    path: "/account/delete",
    body: z.object({
      confirmation: z.literal("delete my account", "Type: delete my account"),
      password: z.string().max(128).optional(),
    }),
    response: done,
  }),
  ...referenceRoutes,
  getCredits: defineRoute({ method: "GET", path: "/credits", response: creditsSchema }),
  getUsage: defineRoute({
    method: "GET",
    path: "/credits/usage",
    query: z.object({ days: z.coerce.number().pipe(z.literal(usageDays)).default(30) }),
    response: usageSchema,
  }),
  listLedger: defineRoute({
    method: "GET",
    path: "/credits/ledger",
    query: ledgerQuerySchema.extend(ledgerFilters),
    response: ledgerPageSchema,
  }),
  listLedgerRequests: defineRoute({
    method: "GET",
    path: "/credits/ledger/requests",
    query: ledgerQuerySchema.extend(ledgerFilters),
    response: ledgerRequestPageSchema,
  }),
  exportLedger: defineRoute({
    method: "GET",
    path: "/credits/ledger.csv",
    occupies: "heavyOperations",
    query: z.object(ledgerFilters),
    response: z.string(),
  }),
  redeemVoucher: defineRoute({
    method: "POST",
    path: "/credits/redeem",
    body: z.object({ code: z.string().trim().min(1, "Enter the code.").max(64) }),
    response: z.object({ redeemed: amount, balance: amount }),
  }),
  ...paymentRoutes,
  ...spendAlertRoutes,
  listKeys: defineRoute({
    method: "GET",
    path: "/keys",
    response: z.object({
      keys: z.array(keySchema),
      operations: z.array(z.object({ id: z.string(), tag: z.string(), summary: z.string() })),
    }),
  }),
  createKey: defineRoute({
    method: "POST",
    path: "/keys",
    body: keySettingsSchema,
    response: createdKeySchema,
  }),
  changeKey: defineRoute({
    method: "PUT",
    path: "/keys/{keyId}",
    params: keyParams,
    body: keySettingsSchema,
    response: done,
  }),
  revokeKey: defineRoute({
    method: "POST",
    path: "/keys/{keyId}/revoke",
    params: keyParams,
    response: done,
  }),
  replaceKey: defineRoute({
    method: "POST",
    path: "/keys/{keyId}/replace",
    params: keyParams,
    response: createdKeySchema,
  }),
  getContext: defineRoute({
    method: "GET",
    path: "/keys/{keyId}/context",
    params: keyParams,
    response: contextSchema,
  }),
  putContext: defineRoute({
    method: "PUT",
    path: "/keys/{keyId}/context",
    params: keyParams,
    body: customContextSchema,
    response: contextSchema,
  }),
  deleteContext: defineRoute({
    method: "DELETE",
    path: "/keys/{keyId}/context",
    params: keyParams,
    response: contextSchema,
  }),
  /** Converts a report to SARIF. Auditing again in that format would be charged again. */
  writeSarif: defineRoute({
    method: "POST",
    path: "/audit/sarif",
    body: z.object({ report: auditReportSchema }),
    maxBodyBytes: auditReportBytes,
    response: z.string(),
  }),
  writeAuditPdf: defineRoute({
    method: "POST",
    path: "/audit/pdf",
    body: z.object({ report: auditReportSchema }),
    maxBodyBytes: auditReportBytes,
    occupies: "heavyOperations",
    response: z.instanceof(Uint8Array),
  }),
  /** Compares two audits of the library. A finding is recognised after lines move or variables are renamed. */
  compareAudits: defineRoute({
    method: "GET",
    path: "/audit/comparison",
    query: z.object({ beforeId: z.uuid(), afterId: z.uuid() }),
    occupies: "heavyOperations",
    response: z.object({
      added: z.array(auditFindingSchema),
      removed: z.array(auditFindingSchema),
      remaining: z.array(auditFindingSchema),
      /** What only one of the audits analysed: its findings say nothing about the other. */
      onlyBefore: z.array(z.string()),
      onlyAfter: z.array(z.string()),
    }),
  }),
  ...conversationRoutes,
  ...logRoutes,
  ...usageRoutes,
  ...organisationRoutes,
  ...securityRoutes,
  ...newsRoutes,
  ...operatorRoutes,
} as const;

export type DashboardRoutes = typeof dashboardRoutes;

export * from "./dashboard-operator.ts";
