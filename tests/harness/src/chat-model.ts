import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { findFreePort } from "./running-process.ts";

const serverScript = fileURLToPath(new URL("../chat-model-server.py", import.meta.url));

/** A small language model behind an OpenAI-compatible server. */
export interface ChatModel {
  /** The base URL for an OpenAI client. */
  baseUrl: string;
  stop(): Promise<void>;
}

/** Starts the chat model with a Python that has it installed, and waits until it listens. */
export async function startChatModel(python: string): Promise<ChatModel> {
  const port = await findFreePort();
  const child = spawn(python, [serverScript, String(port)], { stdio: ["ignore", "pipe", "pipe"] });
  const said: string[] = [];
  const ended = once(child, "exit");
  createInterface({ input: child.stderr }).on("line", (line) => said.push(line));
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      said.push(line);
      if (line.startsWith("chat model listens")) resolve();
    });
    child.once("error", reject);
    ended.then(
      ([code]) => reject(new Error(`the chat model ended with ${code}:\n${said.slice(-20).join("\n")}`)),
      reject,
    );
  });
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await ended;
    },
  };
}
