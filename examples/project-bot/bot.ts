import { readFileSync } from "node:fs";
import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
import { InsufficientCreditsError, Mintwright, MintwrightError } from "@mintwright/sdk";

const mintwright = new Mintwright({
  baseUrl: process.env.MINTWRIGHT_URL ?? "http://localhost:3001",
  apiKey: process.env.MINTWRIGHT_KEY,
});
// What the bot knows: describe your own project here.
const project = JSON.parse(readFileSync(new URL("project.json", import.meta.url), "utf8"));
// Conversations with the same id remember each other; a web site would use its visitor's session.
const sdkUniqueId = process.env.SESSION ?? `terminal-${process.pid}`;

/** Asks, and writes the answer while it arrives. */
async function answer(question: string): Promise<void> {
  const pieces = mintwright.chat.stream({
    question,
    sdkUniqueId,
    chatHistory: "on",
    useCustomContext: true,
    contextInjection: project,
  });
  for await (const piece of pieces) stdout.write(piece);
  stdout.write("\n");
}

stdout.write(`Ask about ${project.companyName}. An empty line ends.\n> `);
for await (const line of createInterface({ input: stdin })) {
  if (line.trim() === "") break;
  try {
    await answer(line);
  } catch (error) {
    if (!(error instanceof MintwrightError)) throw error;
    // Nothing that failed was charged, so it is safe to go on.
    const advice = error instanceof InsufficientCreditsError ? ` (it costs ${error.price} credits)` : "";
    stdout.write(`\n${error.message}${advice}\n`);
  }
  stdout.write("> ");
}
let remembered = 0;
for await (const _record of mintwright.history.list({ sdkUniqueId })) remembered++;
const { balance } = await mintwright.credits.balance();
stdout.write(`\n${remembered} questions remembered; ${balance} credits left.\n`);
