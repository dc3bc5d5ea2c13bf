import { type ChatModelName, type ChatResponse, chatModels } from "@mintwright/api-contract";
import { AppError } from "../../platform/errors.ts";
import { RawAnswer, StreamAnswer } from "../../platform/operation-context.ts";
import type { ChatModelAnswer } from "./chat-model.ts";

// An answer that is sent whole is kept whole until then.
const maxBufferedCharacters = 4 * 1024 * 1024;

/** The form in which an answer is sent. */
export type AnswerForm = "text" | "events" | "whole";

/** Chooses the form that a request asks for: the first media type that we stream wins, then `stream: true`. */
export function chooseForm(accept: string | undefined, wantsStream: boolean): AnswerForm {
  for (const range of accept?.split(",") ?? []) {
    const type = range.split(";", 1)[0]?.trim().toLowerCase();
    if (type === "text/plain") return "text";
    if (type === "text/event-stream") return "events";
  }
  return wantsStream ? "text" : "whole";
}

/** Writes an answer in the form that was asked for. The three forms come from the same pieces. */
export async function writeAnswer(
  form: AnswerForm,
  asked: { model: ChatModelName; question: string; accept?: string | undefined },
  answer: ChatModelAnswer,
): Promise<ChatResponse | RawAnswer | StreamAnswer> {
  if (form === "text") return new StreamAnswer("text/plain; charset=utf-8", answer.text);
  if (form === "events") {
    return new StreamAnswer("text/event-stream; charset=utf-8", writeEvents(asked, answer));
  }
  const bot = await readWhole(answer.text);
  for (const [type, write] of Object.entries(answer.otherForms ?? {})) {
    if (asked.accept?.includes(type)) return new RawAnswer(type, write());
  }
  return describeAnswer(asked, bot, answer);
}

function describeAnswer(
  { model, question }: { model: ChatModelName; question: string },
  bot: string,
  answer: ChatModelAnswer,
): ChatResponse {
  const { status, echoesQuestion } = chatModels[model];
  const user = echoesQuestion ? { user: question } : {};
  return { status, message: `Answer of ${model}`, data: { ...user, bot, ...answer.data?.() } };
}

/** Reads an answer to its end; one that is too long to be kept whole is an error. */
export async function readWhole(text: AsyncIterable<string>): Promise<string> {
  let whole = "";
  for await (const piece of text) {
    whole += piece;
    if (whole.length > maxBufferedCharacters) {
      throw new AppError(
        "engine_failed",
        "The answer is too long to be sent whole. Nothing is charged; ask for it as text/plain.",
      );
    }
  }
  return whole;
}

/** Each piece is an event with `bot`; the last event has what else the buffered answer would have. */
async function* writeEvents(
  asked: { model: ChatModelName; question: string },
  answer: ChatModelAnswer,
): AsyncGenerator<string> {
  for await (const piece of answer.text) yield `data: ${JSON.stringify({ bot: piece })}\n\n`;
  const { bot: _said, ...data } = describeAnswer(asked, "", answer).data;
  yield `event: end\ndata: ${JSON.stringify({ ...describeAnswer(asked, "", answer), data })}\n\n`;
}
