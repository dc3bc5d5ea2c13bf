import type { OpenAnswer } from "./attempt.ts";
import { type Answer, type Call, describeAnswer, toCall } from "./call.ts";
import type { ChatRequest, ChatResponse } from "./contract.ts";
import { askPrice, isDryRun, type Price, unwrap } from "./dry-run.ts";
import { MintwrightError, StreamCutError, TimeoutError } from "./errors.ts";
import { readEvents } from "./event-stream.ts";
import type { CallOptions, DryRunOptions } from "./options.ts";
import { createKey, type Transport } from "./transport.ts";

/** A question. `general_assistant` answers unless `model` names another. */
export type ChatQuestion = Omit<ChatRequest, "model" | "stream"> & Partial<Pick<ChatRequest, "model">>;

/** The answer of a chat model. */
export type ChatAnswer = ChatResponse["data"];

/**
 * A streamed answer. Iterate it for its pieces; it throws a StreamCutError if the answer is interrupted. The request is
 * sent when you start reading, and the stream can be read once.
 */
export interface ChatStream extends AsyncIterable<string> {
  /** The pieces as a web stream, for a `Response` of your own. */
  toReadableStream(): ReadableStream<string>;
  /** Reads to the end and returns the whole answer. */
  whole(): Promise<ChatAnswer>;
  /** The response headers, as soon as the stream has started. */
  withResponse(): Promise<Omit<Answer<undefined>, "data">>;
}

/** The chat assistant. */
export interface Chat {
  /** Asks a question and returns the whole answer. */
  ask(question: ChatQuestion, options: DryRunOptions): Call<Price>;
  ask(question: ChatQuestion, options?: CallOptions): Call<ChatAnswer>;
  /** Asks a question and streams the answer. */
  stream(question: ChatQuestion, options?: CallOptions): ChatStream;
}

export function createChat(transport: Transport): Chat {
  function ask(question: ChatQuestion, options: CallOptions | DryRunOptions = {}) {
    const body = complete(question);
    if (isDryRun(options)) return askPrice(transport, "streamChat", { body }, options);
    return toCall(transport.json<ChatResponse>("streamChat", { body }, options).then(unwrap));
  }

  function stream(question: ChatQuestion, options: CallOptions = {}) {
    const input = { body: complete(question), accept: "text/event-stream" };
    const idempotencyKey = options.idempotencyKey ?? createKey();
    const open = () => transport.open("streamChat", input, { ...options, idempotencyKey });
    return createChatStream(open, idempotencyKey);
  }
  return { ask, stream } as Chat;
}

function complete(question: ChatQuestion): ChatRequest {
  return { model: "general_assistant", ...question };
}

function createChatStream(open: () => Promise<OpenAnswer>, idempotencyKey: string): ChatStream {
  let opened: Promise<OpenAnswer> | undefined;
  let isRead = false;
  const begin = () => {
    opened ??= open();
    return opened;
  };
  async function* read(onEnd?: (data: Omit<ChatAnswer, "bot">) => void) {
    if (isRead) throw new MintwrightError("This answer was already read: a stream can be read only once.");
    isRead = true;
    const { chunks } = await begin();
    let problem: unknown;
    let isWhole = false;
    try {
      for await (const { name, data } of readEvents(chunks)) {
        const event = JSON.parse(data);
        if (name === "end") {
          isWhole = true;
          onEnd?.(event.data);
        } else yield event.bot as string;
      }
      // Read past the last event: the connection is cut after it if the charge could not be settled.
      if (isWhole) return;
    } catch (error) {
      if (!(error instanceof MintwrightError)) throw error;
      problem = error;
    }
    const error = problem instanceof TimeoutError ? problem : new StreamCutError(cut, { cause: problem });
    throw Object.assign(error, { idempotencyKey });
  }
  return {
    [Symbol.asyncIterator]: () => read(),
    toReadableStream: () => toReadableStream(read()),
    async whole() {
      let bot = "";
      let more = {};
      for await (const piece of read((data) => {
        more = data;
      })) {
        bot += piece;
      }
      return { ...more, bot };
    },
    async withResponse() {
      const { response } = await begin();
      const { data: _none, ...answer } = describeAnswer(response, undefined);
      return answer;
    },
  };
}

const cut = "The answer was interrupted. Ask again with the same idempotencyKey: it is charged once.";

function toReadableStream(pieces: AsyncGenerator<string, void, void>): ReadableStream<string> {
  return new ReadableStream<string>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return();
    },
  });
}
