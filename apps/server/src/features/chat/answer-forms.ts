import { type ChatModelName, type ChatResponse, chatModels } from "@mintwright/api-contract";
import { AppError } from "../../platform/errors.ts";
import { choosePreferredType } from "../../platform/preferred-type.ts";
import { RawAnswer, StreamAnswer } from "../../serving/operation-context.ts";
import type { ChatModelAnswer } from "./chat-model.ts";

// Buffered answers are held in memory.
const maxBufferedCharacters = 4 * 1024 * 1024;

export interface AskedAnswer {
  model: ChatModelName;
  question: string;
  accept: string | undefined;
  /** Streams plain text unless the Accept header prefers another type than JSON. */
  wantsStream: boolean;
}

/** True when the answer is sent as JSON, after it has ended. */
export const wantsWhole = (asked: Pick<AskedAnswer, "accept" | "wantsStream">) =>
  chooseType(asked, []) === "application/json";

/** Renders an answer in the requested format. All formats use the same pieces of text. */
export async function writeAnswer(
  asked: AskedAnswer,
  answer: ChatModelAnswer,
): Promise<ChatResponse | RawAnswer | StreamAnswer> {
  const otherForms = answer.otherForms ?? {};
  const type = chooseType(asked, Object.keys(otherForms));
  if (type === "text/plain") return new StreamAnswer("text/plain; charset=utf-8", answer.text);
  if (type === "text/event-stream") {
    return new StreamAnswer("text/event-stream; charset=utf-8", writeEvents(asked, answer));
  }
  const bot = await readWhole(answer.text);
  const writeOther = otherForms[type];
  return writeOther ? new RawAnswer(type, writeOther()) : describeAnswer(asked, bot, answer);
}

/** Prefers JSON where JSON and text are equally acceptable, whatever their order: most clients name both. */
function chooseType(
  { accept, wantsStream }: Pick<AskedAnswer, "accept" | "wantsStream">,
  otherTypes: readonly string[],
): string {
  const textLast = accept?.split(",").sort((a, b) => Number(namesText(a)) - Number(namesText(b)));
  const offered = ["application/json", "text/plain", "text/event-stream", ...otherTypes] as const;
  const preferred = choosePreferredType(textLast?.join(","), offered) ?? "application/json";
  return wantsStream && preferred === "application/json" ? "text/plain" : preferred;
}

const namesText = (range: string) => /^\s*text\//i.test(range);

function describeAnswer(
  { model, question }: { model: ChatModelName; question: string },
  bot: string,
  answer: ChatModelAnswer,
): ChatResponse {
  const { status, echoesQuestion } = chatModels[model];
  const user = echoesQuestion ? { user: question } : {};
  return { status, message: `Answer of ${model}`, data: { ...user, bot, ...answer.data?.() } };
}

/** Reads an answer to its end. Throws when it is too long to buffer. */
export async function readWhole(text: AsyncIterable<string>): Promise<string> {
  let whole = "";
  for await (const piece of text) {
    whole += piece;
    if (whole.length > maxBufferedCharacters) {
      throw new AppError(
        "engine_failed",
        "The answer is too long to send as JSON. Nothing is charged; request it as text/plain.",
      );
    }
  }
  return whole;
}

/** Sends each piece as an event with `bot`; the last event has the other fields of the buffered answer. */
async function* writeEvents(
  asked: { model: ChatModelName; question: string },
  answer: ChatModelAnswer,
): AsyncGenerator<string> {
  for await (const piece of answer.text) yield `data: ${JSON.stringify({ bot: piece })}\n\n`;
  const { bot: _said, ...data } = describeAnswer(asked, "", answer).data;
  yield `event: end\ndata: ${JSON.stringify({ ...describeAnswer(asked, "", answer), data })}\n\n`;
}
