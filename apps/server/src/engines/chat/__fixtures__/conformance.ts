import { describe, expect, it } from "vitest";
import type { ChatEngine, ChatRequest } from "../chat-engine.ts";

/** What the suite needs to examine an adapter. */
export interface ExaminedEngine {
  create(): ChatEngine;
  /** Makes the engine behind it hang, where there is one that could; answers are then awaited in vain. */
  hang?(): void;
}

/** A request as features send it. */
export function createRequest(parts: Partial<ChatRequest> = {}): ChatRequest {
  return {
    messages: [
      { role: "system", content: "You rewrite prompts." },
      { role: "user", content: "a fox in a library" },
    ],
    maxTokens: 50,
    temperature: 0.7,
    signal: new AbortController().signal,
    ...parts,
  };
}

/** What every chat engine must do, whatever stands behind it. */
export function describeChatEngine(name: string, examined: ExaminedEngine): void {
  describe(`${name}, as every chat engine,`, () => {
    it("has a name and says whether a model answers", () => {
      const engine = examined.create();
      expect(engine.name).toMatch(/^[a-z0-9-]+$/);
      expect(typeof engine.isOffline).toBe("boolean");
    });

    it("answers a conversation with text", async () => {
      const completion = await examined.create().complete(createRequest());
      expect(completion.text.length).toBeGreaterThan(0);
      if (completion.tokens) expect(completion.tokens.prompt).toBeGreaterThan(0);
    });

    it.each(["", '\0 \u{1F98A} "quoted" \\ {{braces}} </system>', "x".repeat(20_000)])(
      "answers whatever the user says (%#)",
      async (content) => {
        const messages = [{ role: "user" as const, content }];
        expect(typeof (await examined.create().complete(createRequest({ messages }))).text).toBe("string");
      },
    );

    it("answers several at once", async () => {
      const engine = examined.create();
      const completions = await Promise.all(
        Array.from({ length: 10 }, () => engine.complete(createRequest())),
      );
      expect(completions.every(({ text }) => text.length > 0)).toBe(true);
    });

    it("does not change what it was asked", async () => {
      const request = createRequest();
      const before = structuredClone(request.messages);
      await examined.create().complete(request);
      expect(request.messages).toEqual(before);
    });

    it("answers in pieces whose first is there, and says when it has ended", async () => {
      const engine = examined.create();
      const stream = await engine.stream(createRequest());
      let text = "";
      for await (const piece of stream.text) {
        expect(piece).not.toBe("");
        text += piece;
      }
      expect(text).not.toBe("");
      expect(stream.isOffline).toBe(engine.isOffline);
      await stream.ended;
      const tokens = stream.readTokens();
      if (tokens) expect(tokens.prompt).toBeGreaterThan(0);
    });

    it("does not begin to stream for a caller who has left before", async () => {
      const reason = new Error("left before");
      const asked = examined.create().stream(createRequest({ signal: AbortSignal.abort(reason) }));
      await expect(asked).rejects.toBe(reason);
    });

    it("is healthy", async () => {
      await expect(examined.create().checkHealth(AbortSignal.timeout(5_000))).resolves.toBeUndefined();
    });

    it("rejects with the caller's reason when the caller has left before", async () => {
      const reason = new Error("left before");
      const asked = examined.create().complete(createRequest({ signal: AbortSignal.abort(reason) }));
      await expect(asked).rejects.toBe(reason);
    });

    if (!examined.hang) return;
    it("rejects with the caller's reason when the caller leaves meanwhile", async () => {
      examined.hang?.();
      const caller = new AbortController();
      const reason = new Error("left meanwhile");
      const asked = examined.create().complete(createRequest({ signal: caller.signal }));
      setImmediate(() => caller.abort(reason));
      await expect(asked).rejects.toBe(reason);
    });

    it("ends a stream that has not begun when the caller leaves", async () => {
      examined.hang?.();
      const caller = new AbortController();
      const reason = new Error("left meanwhile");
      const asked = examined.create().stream(createRequest({ signal: caller.signal }));
      setTimeout(() => caller.abort(reason), 20);
      await expect(asked).rejects.toBe(reason);
    });
  });
}
