import { Agent, type Dispatcher, type FormData, request } from "undici";
import type { z } from "zod";
import { createConcurrencyLimiter } from "../concurrency-limiter.ts";
import { maxBase64Characters, maxImageBytes } from "./image-bytes.ts";
import { parseImageJson } from "./image-json.ts";
import {
  createUnreadableAnswerError,
  translateStatus,
  translateTransportError,
} from "./image-server-errors.ts";

export interface ImageServerOptions {
  baseUrl: string;
  authorization?: string | undefined;
}

export interface ImageServerCall {
  method: "GET" | "POST";
  path: string;
  query?: Record<string, string>;
  json?: unknown;
  form?: FormData;
  signal: AbortSignal;
}

/** Calls an image server and validates everything that it answers. */
export interface ImageServerClient {
  requestJson<Answer>(call: ImageServerCall, schema: z.ZodType<Answer>): Promise<Answer>;
  requestBytes(call: ImageServerCall): Promise<Buffer>;
  /** Sends a request whose response body does not matter. */
  send(call: ImageServerCall): Promise<void>;
}

// Beside the image, some servers echo the whole request with its reference image.
const maxJsonBytes = maxBase64Characters + 32 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;

/** Responses read at once. Others wait in their sockets, where an image takes no memory of this process. */
const readingPlaces = 8;

/** Creates the client of an image server. Throws when the URL contains credentials. */
export function createImageServerClient(options: ImageServerOptions): ImageServerClient {
  const base = new URL(options.baseUrl.endsWith("/") ? options.baseUrl : `${options.baseUrl}/`);
  if (base.username || base.password) {
    throw new Error("put an image server's credentials into apiKey, not into baseUrl");
  }

  // A server may close an idle connection just when it is used again. Nobody knows then whether it has started the image, so the
  // call could not be retried. A new connection costs nothing beside an image.
  const connections = new Agent({ pipelining: 0 });
  const readLimiter = createConcurrencyLimiter({
    places: readingPlaces,
    maxWaiting: Number.POSITIVE_INFINITY,
  });

  async function ask<Answer>(
    call: ImageServerCall,
    read: (response: Dispatcher.ResponseData) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      // Follows no redirect: the operator trusts this URL, not its target.
      const response = await request(buildUrl(base, call), {
        dispatcher: connections,
        method: call.method,
        headers: {
          accept: "*/*",
          ...(options.authorization && { authorization: options.authorization }),
          ...(call.json !== undefined && { "content-type": "application/json" }),
        },
        body: call.json === undefined ? (call.form ?? null) : JSON.stringify(call.json),
        signal: call.signal,
      });
      // A body that is left early ends with an error, which is nobody's.
      response.body.on("error", () => {});
      if (response.statusCode < 200 || response.statusCode > 299)
        throw await createStatusError(response, options.authorization);
      await readLimiter.enter(call.signal);
      try {
        return await read(response);
      } finally {
        readLimiter.leave();
      }
    } catch (error) {
      throw translateTransportError(error, call.signal);
    }
  }

  return {
    requestJson: (call, schema) =>
      ask(call, async (response) => {
        requireType(response, /^application\/(?:[\w.-]+\+)?json\b/i);
        const parsed = schema.safeParse(parseJson(await readCapped(response, maxJsonBytes)));
        if (!parsed.success) throw createUnreadableAnswerError(parsed.error);
        return parsed.data;
      }),
    requestBytes: (call) =>
      ask(call, async (response) => {
        requireType(response, /^(?:image\/|application\/octet-stream\b)/i);
        return readCapped(response, maxImageBytes);
      }),
    send: (call) => ask(call, async ({ body }) => void body.destroy()),
  };
}

function buildUrl(base: URL, { path, query }: ImageServerCall): URL {
  const url = new URL(path, base);
  url.search = new URLSearchParams(query).toString();
  return url;
}

function requireType({ headers, body }: Dispatcher.ResponseData, expected: RegExp): void {
  const type = String(headers["content-type"] ?? "");
  if (expected.test(type)) return;
  body.destroy();
  throw createUnreadableAnswerError(`an answer of type ${JSON.stringify(type.slice(0, 100))}`);
}

async function readCapped({ body }: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  // Leaving the loop early destroys the body, which closes the connection.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    total += chunk.byteLength;
    if (total > maxBytes) throw createUnreadableAnswerError(`an answer of more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, total);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return parseImageJson(bytes);
  } catch {
    throw createUnreadableAnswerError(`${bytes.length} bytes that are no JSON`);
  }
}

async function createStatusError(
  response: Dispatcher.ResponseData,
  authorization: string | undefined,
): Promise<Error> {
  const body = await readCapped(response, maxErrorBytes).catch(() => Buffer.alloc(0));
  const secret = authorization?.split(" ").at(-1);
  const said = secret ? body.toString("utf8").replaceAll(secret, "…") : body.toString("utf8");
  const cause = new Error(`status ${response.statusCode}: ${JSON.stringify(said.slice(0, 500))}`);
  return translateStatus(response.statusCode, response.headers["retry-after"]?.toString(), cause);
}

/**
 * Neutralises prompt text that stable-diffusion.cpp would execute: its servers read any setting (size, steps, number of
 * images, file paths) from a tag inside the prompt, bypassing limits and prices.
 */
export function disarmPromptDirectives(prompt: string): string {
  return prompt.replaceAll("sd_cpp_extra_args", "sd cpp extra args");
}
