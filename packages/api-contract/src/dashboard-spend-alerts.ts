import { z } from "zod";

/** Spent on one day, spent in one month (both UTC), or a balance below the amount. */
export const spendAlertKinds = ["day", "month", "balance"] as const;

export const maxSpendAlerts = 20;

const newAlertSchema = z.object({
  kind: z.enum(spendAlertKinds),
  amount: z
    .number()
    .positive("The amount must be more than 0.")
    .max(1_000_000_000, "The amount must be at most 1,000,000,000.")
    .multipleOf(0.01, "Credits have at most two decimals."),
});

const alertSchema = newAlertSchema.extend({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  /** Null if it was never sent. */
  sentAt: z.iso.datetime().nullable(),
});

export type SpendAlert = z.infer<typeof alertSchema>;
export type NewSpendAlert = z.infer<typeof newAlertSchema>;

export const spendAlertRoutes = {
  listSpendAlerts: {
    method: "GET",
    path: "/credits/alerts",
    response: z.object({ alerts: z.array(alertSchema) }),
  },
  createSpendAlert: {
    method: "POST",
    path: "/credits/alerts",
    body: newAlertSchema,
    response: alertSchema,
  },
  deleteSpendAlert: {
    method: "DELETE",
    path: "/credits/alerts/{spendAlertId}",
    params: z.object({ spendAlertId: z.uuid("spendAlertId must be the id of a spend alert") }),
    response: z.object({ done: z.literal(true) }),
  },
} as const;
