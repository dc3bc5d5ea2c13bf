import { headerNames } from "@mintwright/api-contract";
import type { OperationContext } from "../../serving/operation-context.ts";
import type { ChatAnswer, ChatQuestion, ChatService } from "./chat.service.ts";

type AskingContext = Pick<
  OperationContext<unknown, unknown, unknown>,
  "caller" | "requestId" | "signal" | "answerHeaders" | "warn" | "chargeOnly" | "rememberWithCharge"
>;

/**
 * Asks a chat model for the caller of an operation. Every operation that serves chat models goes through it, so that
 * they charge alike and say alike which engine answered.
 */
export async function askChatModel(
  { caller, requestId, signal, answerHeaders, warn, chargeOnly, rememberWithCharge }: AskingContext,
  chat: ChatService,
  question: Omit<ChatQuestion, "accountId" | "keyId" | "hasSavedContext" | "requestId" | "signal">,
): Promise<ChatAnswer> {
  const { accountId, keyId, hasSavedContext } = caller;
  const answer = await chat.answer({ ...question, accountId, keyId, hasSavedContext, requestId, signal });
  answer.warnings?.forEach(warn);
  if (answer.isOffline !== undefined) {
    answerHeaders[headerNames.engine] = answer.isOffline ? "offline" : "model";
  }
  if (answer.isFree) chargeOnly(0);
  if (answer.describeMemory) rememberWithCharge(answer.describeMemory);
  return answer;
}
