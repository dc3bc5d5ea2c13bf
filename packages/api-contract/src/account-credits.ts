import { z } from "zod";
import { defineOperation, free } from "./operation.ts";

const ledgerPageEntries = 100;
const amount = z.number().min(0);

export const getCreditsBalance = defineOperation({
  id: "getCreditsBalance",
  method: "GET",
  path: "/credits/balance",
  tag: "Credits",
  summary: "Get the balance of the account",
  description: "`granted` always equals `balance` + `held` (reserved by calls in progress) + `spent`.",
  auth: "key",
  response: z
    .object({
      status: z.literal(true),
      message: z.string(),
      data: z.object({
        balance: amount,
        held: amount,
        spent: amount,
        granted: amount,
        currency: z.literal("credits"),
        rate: z.object({
          limit: z.int().nullable().meta({
            description:
              "Requests per minute: the lower of the key's and the account's limit; null if there is none.",
          }),
          remaining: z.int().nullable(),
        }),
      }),
    })
    .meta({ id: "CreditsBalanceResponse" }),
  price: free,
  errors: [],
});

/** `reclaim` removes credits whose payment was refunded. */
export const ledgerKinds = ["grant", "hold", "capture", "release", "reclaim"] as const;

export const ledgerEntrySchema = z
  .object({
    id: z.string(),
    kind: z.enum(ledgerKinds),
    amount: amount.meta({ description: "Credits that this entry moves." }),
    operation: z.string().nullable(),
    requestId: z.string().nullable(),
    keyId: z.string().nullable(),
    note: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "LedgerEntry" });

/** A page of entries, newest first. */
export const ledgerPageSchema = z.object({
  entries: z.array(ledgerEntrySchema),
  nextCursor: z.string().nullable(),
  archivedMonths: z.array(z.string()).optional().meta({
    description:
      "Months, such as 2026-01, with entries that belong on this page but are archived outside the database. Balances include them; ask the operator for the entries.",
  }),
});

export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

export const ledgerQuerySchema = z.object({
  limit: z.coerce
    .number("limit must be a whole number")
    .int("limit must be a whole number")
    .min(1, "limit must be at least 1")
    .max(ledgerPageEntries, `limit must be at most ${ledgerPageEntries}`)
    .default(20),
  cursor: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,200}$/, "cursor must be the nextCursor of an earlier answer")
    .optional(),
  requestId: z
    .string()
    .regex(/^[A-Za-z0-9._:/=+-]{1,128}$/, "requestId must be the x-request-id of an answer")
    .optional()
    .meta({ description: "Only the entries of this request: what it held, captured and released." }),
});

export const listLedgerEntries = defineOperation({
  id: "listLedgerEntries",
  method: "GET",
  path: "/credits/ledger",
  tag: "Credits",
  summary: "List the ledger entries of the account",
  description: "Newest first. Each entry names the request that caused it. `nextCursor` continues the list.",
  auth: "key",
  query: ledgerQuerySchema,
  response: z
    .object({
      status: z.literal(true),
      message: z.string(),
      data: ledgerPageSchema,
    })
    .meta({ id: "LedgerResponse" }),
  price: free,
  errors: [],
});

/** How many entries a row of the grouped ledger shows. */
export const shownLedgerEntries = 20;

const ledgerRequestSchema = z
  .object({
    id: z.string().meta({ description: "The id of its first entry." }),
    kind: z
      .enum(["request", "grant", "reclaim"])
      .meta({ description: "`grant` and `reclaim` are not part of a request and have one entry." }),
    requestId: z.string().nullable(),
    operation: z.string().nullable(),
    keyId: z.string().nullable(),
    note: z.string().nullable(),
    charged: amount.meta({ description: "Credits that the request has cost so far." }),
    held: amount.meta({ description: "Credits that the request still holds." }),
    released: amount.meta({ description: "Held credits that went back to the balance." }),
    change: z.number().meta({ description: "How much all entries together change the balance." }),
    balance: z.number().nullable().meta({
      description:
        "The balance after this row: the balance of the next row plus `change`. Null if the list is filtered.",
    }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().meta({ description: "The time of its newest entry." }),
    entryCount: z.int().min(1),
    entries: z
      .array(
        ledgerEntrySchema.extend({
          balance: z
            .number()
            .nullable()
            .meta({ description: "The balance after this entry, without later requests." }),
        }),
      )
      .meta({
        description: `Newest first, at most ${shownLedgerEntries}. \`GET /credits/ledger?requestId=…\` lists all.`,
      }),
  })
  .meta({ id: "LedgerRequest" });

/** All entries of one request, or one entry that belongs to no request. */
export type LedgerRequest = z.infer<typeof ledgerRequestSchema>;

export const ledgerRequestPageSchema = z.object({
  requests: z.array(ledgerRequestSchema),
  nextCursor: z.string().nullable(),
  archivedMonths: ledgerPageSchema.shape.archivedMonths,
});

export const listLedgerRequests = defineOperation({
  id: "listLedgerRequests",
  method: "GET",
  path: "/credits/ledger/requests",
  tag: "Credits",
  summary: "List the ledger grouped by request",
  description: [
    "One row per request with what it held, cost and got back, and the balance after it; credit grants have a row of their own. Newest request first.",
    "Each row adds its `change` to the balance of the row below it. A request counts at the time of its first entry, also if it is settled later.",
    "`nextCursor` continues the list as it was when the first page was read. A page can have fewer rows than `limit`.",
  ].join(" "),
  auth: "key",
  query: ledgerQuerySchema,
  response: z
    .object({ status: z.literal(true), message: z.string(), data: ledgerRequestPageSchema })
    .meta({ id: "LedgerRequestsResponse" }),
  price: free,
  errors: [],
});
