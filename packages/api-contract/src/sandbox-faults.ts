import { z } from "zod";
import { errorStatusByCode } from "./errors.ts";

const longestDelayInMs = 600_000;
const statuses: ReadonlySet<number> = new Set(Object.values(errorStatusByCode));

const delayInMs = z
  .int("delayInMs must be a whole number of milliseconds")
  .min(0, "delayInMs must not be negative")
  .max(longestDelayInMs, `delayInMs must be at most ${longestDelayInMs}`);
const retryAfterInSeconds = z.int("retryAfterInSeconds must be a whole number").min(0).max(86_400);

/** A failure that the sandbox simulates on request. */
export const faultSchema = z
  .discriminatedUnion(
    "kind",
    [
      z.strictObject({
        kind: z.literal("status"),
        status: z
          .int("status must be a number such as 503")
          .refine((status) => statuses.has(status), {
            error: `status must be one that the API answers with: ${[...statuses].join(", ")}`,
          })
          .meta({ description: "The error status to return, before anything runs or is charged." }),
        retryAfterInSeconds: retryAfterInSeconds.optional(),
      }),
      z.strictObject({
        kind: z.literal("delay"),
        delayInMs: delayInMs.meta({ description: "Waits this long before the request is processed." }),
      }),
      z.strictObject({
        kind: z.literal("slow_body"),
        delayInMs: delayInMs.meta({
          description: "Sends status and headers at once, and the body after this delay.",
        }),
      }),
      z.strictObject({ kind: z.literal("cut_connection") }),
      z.strictObject({
        kind: z.literal("cut_stream"),
        afterBytes: z
          .int("afterBytes must be a whole number")
          .min(1, "afterBytes must be at least 1")
          .default(20)
          .meta({ description: "The number of body bytes that arrive before the connection is reset." }),
      }),
      z.strictObject({ kind: z.literal("failed_job") }),
      z.strictObject({
        kind: z.literal("slow_job"),
        delayInMs: delayInMs
          .default(2_000)
          .meta({ description: "The delay before each image of the job is generated." }),
      }),
      z.strictObject({ kind: z.literal("credits_exhausted") }),
      z.strictObject({
        kind: z.literal("rate_limited"),
        retryAfterInSeconds: retryAfterInSeconds.min(1).default(1),
      }),
    ],
    {
      error:
        "kind must be status, delay, slow_body, cut_connection, cut_stream, failed_job, slow_job, credits_exhausted or rate_limited",
    },
  )
  .meta({ id: "Fault" });

/** A fault with its defaults filled in. */
export type Fault = z.infer<typeof faultSchema>;
/** A fault as the caller writes it. */
export type FaultInput = z.input<typeof faultSchema>;

/** The number that a kind of fault takes in the header, if it takes one. */
const numberOfKind: Partial<Record<Fault["kind"], string>> = {
  status: "status",
  delay: "delayInMs",
  slow_body: "delayInMs",
  cut_stream: "afterBytes",
  slow_job: "delayInMs",
  rate_limited: "retryAfterInSeconds",
};

/** Formats faults for the header: `delay=200, status=503`. */
export function writeFaultHeader(faults: readonly FaultInput[]): string {
  return faults
    .map((fault) => {
      const number = (fault as Record<string, unknown>)[numberOfKind[fault.kind] ?? ""];
      return number === undefined ? fault.kind : `${fault.kind}=${number}`;
    })
    .join(", ");
}

/** Parses the fault header. Issues name what is wrong with it. */
export function readFaultHeader(text: string): z.ZodSafeParseResult<Fault[]> {
  const faults = text.split(",").map((part) => {
    const [kind = "", number] = part.split("=", 2).map((word) => word.trim());
    const field = numberOfKind[kind as Fault["kind"]];
    return { kind, ...(number !== undefined && { [field ?? "value"]: Number(number) }) };
  });
  return z.array(faultSchema).safeParse(faults);
}
