import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from "zod-openapi";
import { dryRunSchema } from "./dry-run.ts";
import {
  type ErrorCode,
  errorBodySchema,
  errorStatusByCode,
  openAiErrorBodySchema,
  problemSchema,
} from "./errors.ts";
import { protocolLimits } from "./limits.ts";
import type { Operation } from "./operation.ts";
import type { Operations } from "./operations.ts";

const errorsOfEveryOperation: ErrorCode[] = [
  "malformed_request",
  "request_timeout",
  "uri_too_long",
  "headers_too_large",
  "internal_error",
  "service_unavailable",
];
const errorsOfBodies: ErrorCode[] = ["malformed_json", "body_too_large", "unsupported_media_type"];
const errorsOfKeys: ErrorCode[] = ["unauthorized", "operation_not_allowed", "rate_limited"];
const errorsOfPrices: ErrorCode[] = ["insufficient_credits", "key_limit_reached"];
const errorsOfMetering: ErrorCode[] = ["idempotency_key_in_use", "idempotency_key_reused"];

const text = z.string();
const pricedHeaders = z.object({
  "X-Credits-Charged": text.meta({ description: "Credits that this call cost." }).optional(),
  "X-Credits-Remaining": text.meta({ description: "Balance after this call." }).optional(),
});
const storedHeaders = z.object({
  "X-Library-Item": text.meta({ description: "The ids of the stored results, in order." }).optional(),
  "X-Library-Kept-Until": text
    .meta({ description: "Until when they are kept: a date, or `forever`. Absent if nothing was stored." })
    .optional(),
  "Preference-Applied": text.meta({ description: "`store`, if `Prefer: store` was followed." }).optional(),
});
const keyedHeaders = z.object({
  RateLimit: text.meta({ description: "Requests left, and seconds until the window resets." }).optional(),
  "RateLimit-Policy": text.meta({ description: "The limit and its window in seconds." }).optional(),
});

function listErrorCodes(operation: Operation): ErrorCode[] {
  const codes = [...errorsOfEveryOperation, ...operation.errors];
  if (operation.body || operation.query || operation.params) codes.push("invalid_request");
  if (operation.body) codes.push(...errorsOfBodies);
  if (operation.auth === "key") codes.push(...errorsOfKeys);
  if (operation.price.kind !== "free") codes.push(...errorsOfPrices);
  if (operation.occupies) codes.push("too_many_at_once");
  if (operation.price.kind === "metered") codes.push(...errorsOfMetering);
  return [...new Set(codes)];
}

function describeErrors(operation: Operation): ZodOpenApiResponsesObject {
  const codesByStatus = Map.groupBy(listErrorCodes(operation), (code) => errorStatusByCode[code]);
  const content = {
    "application/json": {
      schema: operation.errorStyle === "openai" ? openAiErrorBodySchema : errorBodySchema,
    },
    "application/problem+json": { schema: problemSchema },
  };
  return Object.fromEntries(
    [...codesByStatus].map(([status, codes]) => [
      `${status}` as const,
      { description: codes.join(", "), content },
    ]),
  );
}

function describeOperation(operation: Operation): ZodOpenApiOperationObject {
  const isPriced = operation.price.kind !== "free";
  const price = operation.price.kind === "free" ? "free" : operation.price.describe;
  const headerSchema = z.object({
    "X-Request-Id": text
      .max(protocolLimits.requestIdCharacters)
      .optional()
      .meta({ description: "Your own id for this request." }),
    ...(operation.canRevalidate && {
      "If-None-Match": text.optional().meta({ description: "The ETag of an earlier response." }),
    }),
    ...(isPriced && {
      Prefer: z
        .enum(operation.canStore ? ["dry-run", "store"] : ["dry-run"])
        .optional()
        .meta({
          description: `dry-run: returns the exact price and runs nothing.${operation.canStore ? " store: stores the result in the library." : ""}`,
        }),
    }),
    ...(operation.price.kind === "metered" && {
      "Idempotency-Key": text.min(1).max(protocolLimits.idempotencyKeyCharacters).optional().meta({
        description: "Makes retries safe: requests with the same key and body run once and are charged once.",
      }),
    }),
  });
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: `${operation.description}\n\nPrice: ${price}.`,
    security: operation.auth === "key" ? [{ apiKey: [] }] : [],
    "x-price": price,
    requestParams: {
      ...(operation.params instanceof z.ZodObject && { path: operation.params }),
      ...(operation.query instanceof z.ZodObject && { query: operation.query }),
      header: headerSchema,
    },
    ...(operation.body && {
      requestBody: { required: true, content: { "application/json": { schema: operation.body } } },
    }),
    responses: {
      "200": {
        description: "Success",
        headers: z.object({
          ...(operation.canRevalidate && { ETag: text.optional() }),
          ...(isPriced && pricedHeaders.shape),
          ...(operation.canStore && storedHeaders.shape),
          ...(operation.auth === "key" && keyedHeaders.shape),
        }),
        content: {
          ...(operation.answers && { [operation.answers]: { schema: operation.response } }),
          ...((!operation.answers || isPriced) && {
            "application/json": {
              schema: operation.answers
                ? dryRunSchema
                : isPriced
                  ? z.union([operation.response, dryRunSchema])
                  : operation.response,
            },
          }),
          ...Object.fromEntries(
            (operation.alsoAnswers ?? []).map((type) => [
              type,
              { schema: { type: "string" as const, format: "binary" } },
            ]),
          ),
        },
      },
      ...(operation.canRevalidate && {
        "304": { description: "The caller already has the current response." },
      }),
      ...describeErrors(operation),
    },
  };
}

export function createOpenApiDocument(
  operations: Operations,
  version: string,
): ReturnType<typeof createDocument> {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const operation of Object.values(operations) as unknown as Operation[]) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation),
    };
  }
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Mintwright",
      version,
      description:
        "One API, one key and one exact credit ledger for images, NFT collections, contracts, chat and news.",
      license: { name: "AGPL-3.0-only", identifier: "AGPL-3.0-only" },
    },
    servers: [{ url: "/" }],
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "A key from your dashboard." },
      },
    },
    paths,
  });
}
