import { type ChatEngine, ChatEngineError } from "./chat-engine.ts";

/** Tries several engines in order: the next one is used when an engine fails before its first text. */
export function createFallbackChatEngine(engines: readonly [ChatEngine, ...ChatEngine[]]): ChatEngine {
  const [first, ...others] = engines;
  if (others.length === 0) return first;

  async function askInTurn<Answer>(ask: (engine: ChatEngine) => Promise<Answer>): Promise<Answer> {
    let firstError: unknown;
    for (const engine of engines) {
      try {
        return await ask(engine);
      } catch (error) {
        if (!(error instanceof ChatEngineError)) throw error;
        firstError ??= error;
      }
    }
    throw firstError;
  }

  return {
    name: engines.map(({ name }) => name).join("-"),
    isOffline: first.isOffline,
    complete: (request) => askInTurn((engine) => engine.complete(request)),
    stream: (request) => askInTurn((engine) => engine.stream(request)),
    checkHealth: (signal) => askInTurn((engine) => engine.checkHealth(signal)),
  };
}
