import { hash } from "node:crypto";
import type { ChatEngine } from "./chat-engine.ts";
import { answerFromGlossary } from "./glossary-answer.ts";

const lights = [
  "soft morning light",
  "golden hour light",
  "cool moonlight",
  "light through tall windows",
  "a single warm lamp",
  "overcast diffuse light",
];
const framings = [
  "seen from a low angle",
  "as a close portrait",
  "in a wide establishing view",
  "composed by thirds",
  "centred and symmetrical",
  "from slightly above",
];
const details = [
  "fine texture in the foreground",
  "a calm layered background",
  "small details that reward a second look",
  "dust drifting in the air",
  "crisp edges and deep shadows",
  "a limited palette with one accent colour",
];
const hands = [
  "painterly brushwork",
  "clean vector shapes",
  "detailed digital illustration",
  "rich cinematic colour",
  "subtle film grain",
  "delicate ink lines with flat colour",
];

async function* giveInSentences(text: string): AsyncGenerator<string> {
  yield* text.split(/(?<=[.:]\s)/);
}

/**
 * Answers without any model, so that the product works with nothing else installed. A completion is the user's last
 * message plus phrases chosen by its hash; a streamed answer comes from the glossary. The same text always gets the same
 * answer.
 */
export function createOfflineChatEngine(): ChatEngine {
  return {
    name: "offline",
    isOffline: true,
    async complete({ messages, signal }) {
      signal.throwIfAborted();
      const text = messages.findLast(({ role }) => role === "user")?.content.trim() ?? "";
      const digest = Buffer.from(hash("sha256", text, "hex"), "hex");
      const chosen = [hands, lights, framings, details].map(
        (phrases, index) => phrases[digest.readUInt32BE(index * 4) % phrases.length],
      );
      return { text: `${text.replace(/(?<![.,;\s])[.,;\s]+$/, "")}, ${chosen.join(", ")}` };
    },
    async stream({ messages, signal }) {
      signal.throwIfAborted();
      const question = messages.findLast(({ role }) => role === "user")?.content ?? "";
      return {
        text: giveInSentences(answerFromGlossary(question)),
        isOffline: true,
        readTokens: () => undefined,
        ended: Promise.resolve(),
      };
    },
    async checkHealth() {},
  };
}
