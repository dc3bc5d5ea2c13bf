import { createOperations, createSandboxOperations, type Operation } from "@mintwright/api-contract";
import type { FastifyRequest } from "fastify";
import { describe, expect, it } from "vitest";
import { createRequestReader } from "./request-reader.ts";
import { readShape, type Shape } from "./request-shape.ts";

const image = { prompt: "a fox", model: "velogen", width: 512, height: 512 };
const traits = [{ trait_type: "Hat", value: [{ value: "crown", ratio: 100 }] }];
const question = { model: "general_assistant", question: "What is gas?" };

const id = "00000000-0000-4000-8000-000000000000";

/** A body with every required field, and with each object and list in which there are optional ones. */
const bodies: Record<string, Record<string, unknown>> = {
  enhancePrompt: { prompt: "a fox" },
  generateImage: { ...image, traits },
  generateMultipleImages: { ...image, prompt: ["a fox"], traits },
  queueCollection: { ...image, traits, walletAddress: `0x${"1".repeat(40)}`, chainId: 1, amount: 1 },
  regenerateToken: { seed: 1 },
  changeCollection: { name: "Foxes" },
  streamChat: {
    ...question,
    useCustomContext: true,
    contextInjection: { tokenInformation: {}, socialMediaUrls: [{ name: "X", url: "https://x.example" }] },
  },
  createChatCompletion: {
    model: "general_assistant",
    messages: [{ role: "user", content: "What is gas?" }],
    stream_options: {},
    response_format: { type: "text" },
  },
  putSavedContext: { tokenInformation: {}, socialMediaUrls: [{ name: "X", url: "https://x.example" }] },
  putChatRetention: { days: 7 },
  mintNft: { collectionId: "1", name: "Fox", description: "Red", symbol: "FOX", ids: [1] },
  createNewsAlert: { webhookUrl: "https://x.example" },
  createWebhookEndpoint: { url: "https://x.example" },
  changeWebhookEndpoint: { url: "https://x.example" },
  replayFailedWebhooks: { since: "2026-01-01T00:00:00Z" },
  changeLibraryItem: { isFavourite: true },
  recordDeployment: {
    ...{ name: "Fox", chainId: 1, address: `0x${"1".repeat(40)}`, deployer: `0x${"2".repeat(40)}` },
    transactionHash: `0x${"3".repeat(64)}`,
  },
  askQuestion: {
    question: "What is gas?",
    useCustomContext: true,
    contextInjection: { tokenInformation: {} },
  },
  paintPrompt: { prompt: "a fox", traits },
  auditProject: { zip: "UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==" },
  auditCode: { code: "contract A {}", useCustomContext: true, contextInjection: { tokenInformation: {} } },
  orderFault: { fault: { kind: "status", status: 503 } },
  moveClock: { advanceInSeconds: 1 },
  createSandboxKey: {},
};

const operations = createOperations();
const all = Object.values({
  ...operations,
  ...createSandboxOperations(operations),
}) as unknown as Operation[];

type Path = (string | number)[];

/** Lists the optional fields that the shape has wherever the value has an object. */
function listOptional(shape: Shape, value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      shape.items ? listOptional(shape.items, item, [...path, index]) : [],
    );
  }
  if (typeof value !== "object" || value === null) return [];
  return [...shape.fields].flatMap(([name, field]) => {
    const inner = listOptional(field.shape, (value as Record<string, unknown>)[name], [...path, name]);
    return field.isOptional ? [[...path, name], ...inner] : inner;
  });
}

function change(value: unknown, [name, ...rest]: Path, to: unknown): unknown {
  if (name === undefined) return to;
  if (Array.isArray(value))
    return value.map((item, index) => (index === name ? change(item, rest, to) : item));
  const { [name]: inner, ...others } = value as Record<string, unknown>;
  const changed = change(inner, rest, to);
  return changed === undefined ? others : { ...others, [name]: changed };
}

const cases = all.flatMap((operation) => [
  ...(operation.query ? [[operation, "query", {} as Record<string, unknown>] as const] : []),
  ...(operation.body ? [[operation, "body", bodies[operation.id] ?? {}] as const] : []),
]);

describe("null and empty text", () => {
  it.each(cases.map(([operation, part, base]) => [operation.id, part, operation, base] as const))(
    "mean absent for every optional field of %s in its %s [HTTP-20]",
    (_id, part, operation, base) => {
      const read = createRequestReader(operation);
      const request = (value: unknown) => ({
        query: {},
        params: { collectionId: "1", number: "1", itemId: id, endpointId: id },
        body: bodies[operation.id],
        [part]: value,
      });
      const parse = (value: unknown) => {
        const { input, error, warnings } = read(request(value) as unknown as FastifyRequest);
        return { input, problem: error?.message, warnings };
      };
      const fields = listOptional(readShape(operation[part]), base);
      expect(fields.length).toBeGreaterThanOrEqual(part === "query" ? 1 : 0);
      for (const path of fields) {
        const without = parse(change(base, path, undefined));
        for (const value of [null, ""])
          expect(parse(change(base, path, value)), path.join(".")).toEqual(without);
      }
      expect(parse(base).problem).toBeUndefined();
    },
  );

  it("were tried for every operation with a body, and for the fields that callers leave empty", () => {
    expect(Object.keys(bodies).sort()).toEqual(all.flatMap(({ id, body }) => (body ? [id] : [])).sort());
    const names = listOptional(readShape(operations.streamChat.body), bodies.streamChat).map((path) =>
      path.join("."),
    );
    expect(names).toEqual(
      expect.arrayContaining([
        "sdkUniqueId",
        "contextInjection.selectedTone",
        "contextInjection.tokenInformation.tokenAuditUrl",
      ]),
    );
  });
});
