import { expect, it } from "vitest";
import { createRequest, describeChatEngine } from "./__fixtures__/conformance.ts";
import { createOfflineChatEngine } from "./offline-chat-engine.ts";

describeChatEngine("the offline engine", { create: createOfflineChatEngine });

const ask = async (...contents: string[]) => {
  const messages = contents.map((content) => ({ role: "user" as const, content }));
  return (await createOfflineChatEngine().complete(createRequest({ messages }))).text;
};

it("says that no model answers", () => {
  expect(createOfflineChatEngine()).toMatchObject({ name: "offline", isOffline: true });
});

it("gives the same text the same answer, in every process of every version", async () => {
  expect(await ask("a fox in a library")).toBe(await ask("a fox in a library"));
  expect(await ask("a fox in a library")).toMatchInlineSnapshot(
    `"a fox in a library, detailed digital illustration, a single warm lamp, seen from a low angle, small details that reward a second look"`,
  );
});

it("begins with the user's own words and adds four phrases", async () => {
  expect(await ask("a red fox")).toMatch(/^a red fox(, [^,]+){4}$/);
  expect(await ask("  a red fox. ; ")).toMatch(/^a red fox, /);
});

it("gives different texts different answers", async () => {
  const endings = new Set<string>();
  for (let i = 0; i < 200; i++) endings.add((await ask(`prompt ${i}`)).replace(/^prompt \d+/, ""));
  expect(endings.size).toBeGreaterThan(150);
});

it("hears the last turn of the user, and no other", async () => {
  expect(await ask("an owl", "a fox")).toBe(await ask("a fox"));
  const messages = [
    { role: "user" as const, content: "a fox" },
    { role: "assistant" as const, content: "an owl" },
    { role: "system" as const, content: "a bear" },
  ];
  expect((await createOfflineChatEngine().complete(createRequest({ messages }))).text).toBe(
    await ask("a fox"),
  );
});
