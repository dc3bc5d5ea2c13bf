import { fromCredits, headerNames, type Operation } from "@mintwright/api-contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hashKey } from "../features/keys/index.ts";
import { incompleteStatus, type RequestRecorder, type SentResponse } from "../features/request-logs/index.ts";
import type { Admitted, Charge } from "./charge.ts";
import { toAppError } from "./render-error.ts";
import { findBearerKey } from "./request-headers.ts";

interface CallPlace {
  operation: Pick<Operation, "id" | "price" | "occupies">;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Where the operation server is mounted; not part of the logged path. */
  prefix: string;
  recorder: RequestRecorder;
}

/**
 * One call on its way through the operation server. It is recorded when its handler has ended and its response is closed:
 * the work for a caller who disconnected can go on and be charged. Calls without an account are not recorded.
 */
export class ServedCall {
  admission: Admitted | undefined;
  model: string | undefined;
  charge: Charge | undefined;
  response: SentResponse | undefined;
  #errorCode: string | undefined;
  #openEnds = 2;
  readonly #place: CallPlace;

  constructor(place: CallPlace) {
    this.#place = place;
    place.reply.raw.on("close", () => this.#end());
  }

  async follow<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      this.#errorCode = toAppError(error).code;
      throw error;
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#openEnds--;
    const { admission } = this;
    if (this.#openEnds > 0 || !admission) return;
    const { operation, request, reply, prefix, recorder } = this.#place;
    recorder.record({
      accountId: admission.accountId,
      keyId: admission.keyId,
      requestId: request.id,
      operation: operation.id,
      model: this.model,
      method: request.method,
      url: request.url.slice(prefix.length),
      status: reply.raw.writableFinished ? reply.statusCode : incompleteStatus,
      errorCode: this.#errorCode,
      latencyInMs: reply.elapsedTime,
      isEndless: operation.occupies === "streams",
      charged: this.charge?.captured ?? 0,
      held: this.#readHeld(),
      requestBody: request.body,
      response: this.response,
    });
  }

  /** The handler of a quoted operation holds the price itself; the response says how much. */
  #readHeld(): number {
    const { operation, reply } = this.#place;
    if (operation.price.kind !== "quoted") return this.charge?.handedOver ?? 0;
    return fromCredits(Number(reply.getHeader(headerNames.creditsHeld) ?? 0));
  }
}

/**
 * Records requests whose body could not be read: no handler runs, so the key is looked up when they are written. Requests
 * without a key of the right form belong to no account.
 */
export function recordUnreadRequests(app: FastifyInstance, recorder: RequestRecorder): void {
  app.addHook("onError", (request, reply, error, done) => {
    const { operationId } = request.routeOptions.config;
    const key = findBearerKey(request);
    if (operationId && key && error.code?.startsWith("FST_ERR_CTP_"))
      reply.raw.on("close", () =>
        recorder.recordUnread(hashKey(key), {
          requestId: request.id,
          operation: operationId,
          model: undefined,
          method: request.method,
          url: request.url,
          status: reply.raw.writableFinished ? reply.statusCode : incompleteStatus,
          errorCode: toAppError(error).code,
          latencyInMs: reply.elapsedTime,
          isEndless: false,
          charged: 0,
          held: 0,
          requestBody: undefined,
          response: undefined,
        }),
      );
    done();
  });
}

/** Lets calls keep the body of their response. Streams do not pass here. */
export function keepResponses(app: FastifyInstance): WeakMap<FastifyRequest, ServedCall> {
  const calls = new WeakMap<FastifyRequest, ServedCall>();
  app.addHook("onSend", (request, reply, payload, done) => {
    const call = calls.get(request);
    if (call && (typeof payload === "string" || Buffer.isBuffer(payload)))
      call.response = { contentType: String(reply.getHeader("content-type") ?? ""), body: payload };
    done();
  });
  return calls;
}
