import { createTestAccount, createTestKey } from "@mintwright/test-harness";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AccountCredits, callApi, getCredits } from "./call-api.ts";
import { askAssistant, type ChatInstallation, startChatInstallation } from "./chat-installation.ts";
import { expectInvalid } from "./expect-error.ts";

interface HistoryPage {
  status: boolean;
  message: string;
  data: {
    rows: { id: string; question: string; bot: string; createdAt: string; sdkUniqueId: string | null }[];
    count: number;
  };
}

let installation: ChatInstallation;
let accountId: string;
let key: string;
let before: AccountCredits;

beforeAll(async () => {
  installation = await startChatInstallation({
    assistant: { maxTokens: 64, contextTokens: 512, temperature: 0 },
  });
  const account = await createTestAccount(installation.database.url, { credits: 1_000, rate: "none" });
  ({ accountId, key } = account);
});

afterAll(() => installation?.stop());

beforeEach(async () => {
  await callApi(installation.api, "/chat/chatHistory", { key, method: "DELETE" });
  before = await getCredits(installation.api, key);
  installation.model.follow({ kind: "answer" });
});

const say = (question: string, body: Record<string, unknown> = {}, who = key) =>
  askAssistant(installation, who, { question, chatHistory: "on", ...body });

const list = async (query = "", who = key) => {
  const answer = await callApi<HistoryPage>(installation.api, `/chat/chatHistory${query}`, { key: who });
  expect(answer.status).toBe(200);
  return answer.body;
};

/** What the model was told in its last call, without instructions. */
const told = () =>
  installation.model.calls
    .at(-1)
    ?.messages.filter(({ role }) => role !== "system")
    .map(({ content }) => content);

const reply = (question: string) => `A scripted rewriting of ${question}`;

describe("a conversation", () => {
  it("is remembered when it is on, for one credit [CHAT-16 CHAT-19 CHAT-24 HIST-1 HIST-2]", async () => {
    const first = await say("My name is Ada.", { sdkUniqueId: "ada" });
    expect(first.headers.get("x-credits-charged")).toBe("1");
    const second = await say("What is my name?", { sdkUniqueId: "ada" });
    expect(second.body.data.bot).toBe(reply("What is my name?"));
    expect(told()).toEqual(["My name is Ada.", reply("My name is Ada."), "What is my name?"]);
    const page = await list("?sdkUniqueId=ada");
    expect(page).toStrictEqual({
      status: true,
      message: expect.any(String),
      data: {
        count: 2,
        rows: ["What is my name?", "My name is Ada."].map((question) => ({
          id: expect.any(String),
          question,
          bot: reply(question),
          createdAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/),
          sdkUniqueId: "ada",
          model: "general_assistant",
        })),
      },
    });
    expect(await getCredits(installation.api, key)).toMatchObject({
      balance: before.balance - 2,
      held: 0,
      spent: before.spent + 2,
    });
  });

  it("is neither kept nor seen when it is off [CHAT-15 HIST-3 HIST-5]", async () => {
    await say("remembered");
    await say("not remembered", { chatHistory: "off" });
    expect(told()).toEqual(["not remembered"]);
    await askAssistant(installation, key, { question: "neither" });
    expect((await list()).data).toMatchObject({ count: 1, rows: [{ question: "remembered" }] });
    expect((await list("?sdkUniqueId=unknown")).data).toEqual({ rows: [], count: 0 });
  });

  it("is apart from those of other ids, of requests without one, and of other keys [CHAT-17 CHAT-18 HIST-12 HIST-13 HIST-15]", async () => {
    await say("by a", { sdkUniqueId: "a" });
    await say("by nobody");
    await say("by b", { sdkUniqueId: "b ☕" });
    expect(told()).toEqual(["by b"]);
    await say("again by nobody");
    expect(told()).toEqual(["by nobody", reply("by nobody"), "again by nobody"]);
    const other = await createTestKey(installation.database.url, accountId, "none");
    await say("by another key", { sdkUniqueId: "a" }, other.key);
    expect(told()).toEqual(["by another key"]);
    expect((await list("?sdkUniqueId=a")).data).toMatchObject({ count: 1, rows: [{ question: "by a" }] });
    const all = await list();
    expect(all.data.count).toBe(4);
    expect(all.data.rows.map(({ sdkUniqueId }) => sdkUniqueId)).toEqual([null, "b ☕", null, "a"]);
    expect((await list("", other.key)).data.count).toBe(1);
  });

  it("is remembered also when it is streamed, and by events", async () => {
    for (const accept of ["text/plain", "text/event-stream"]) {
      await askAssistant(installation, key, { chatHistory: "on", question: accept }, { accept });
    }
    const { rows } = (await list()).data;
    expect(rows.map(({ bot }) => bot)).toEqual([reply("text/event-stream"), reply("text/plain")]);
  });

  it("is not remembered when it failed, and not paid for", async () => {
    installation.model.follow({ kind: "pieces", pieces: ["half"], next: "reset" });
    await expect(say("breaks off", { stream: true })).rejects.toThrow();
    await expect.poll(() => getCredits(installation.api, key)).toEqual(before);
    expect((await list()).data.count).toBe(0);
  });

  it("is kept as it was said, whatever was said", async () => {
    const question = '"quoted" \\ {} \u0001 🦊 \u202e';
    expect((await say(question)).status).toBe(200);
    expect((await list()).data.rows[0]?.question).toBe(question);
  });

  it("is seen as far as it fits, the oldest dropped first [CHAT-20]", async () => {
    for (const letter of ["a", "b", "c", "d"]) {
      installation.model.follow({ kind: "answer", text: letter.repeat(150) });
      await say(letter.repeat(150));
    }
    installation.model.follow({ kind: "answer" });
    await say("now");
    const seen = told()?.map((said) => said[0]);
    expect(seen?.at(-1)).toBe("n");
    expect(seen).toContain("d");
    expect(seen).not.toContain("a");
    expect(seen?.length).toBeGreaterThan(2);
  });
});

describe("the listing", () => {
  it("is paged, newest first, with an exact total, for nothing [HIST-4 HIST-6 HIST-8 HIST-9 HIST-10 HIST-14]", async () => {
    for (let i = 0; i < 13; i++) await say(`q${i}`, { sdkUniqueId: i % 2 ? "odd" : "even" });
    const after = await getCredits(installation.api, key);
    const questions = async (query: string) => (await list(query)).data.rows.map(({ question }) => question);
    const newestFirst = Array.from({ length: 13 }, (_, i) => `q${12 - i}`);
    expect(await questions("")).toEqual(newestFirst.slice(0, 10));
    expect((await list("")).data.count).toBe(13);
    for (const offset of [0, 1, 5, 6, 7, 11, 12, 13, 99]) {
      for (const limit of [1, 3, 100]) {
        const page = newestFirst.slice(offset, offset + limit);
        expect(await questions(`?limit=${limit}&offset=${offset}`)).toEqual(page);
        const oldest = newestFirst.toReversed().slice(offset, offset + limit);
        expect(await questions(`?limit=${limit}&offset=${offset}&sortOrder=asc`)).toEqual(oldest);
      }
    }
    expect(await questions("?sortOrder=ASC&limit=1")).toEqual(["q0"]);
    expect(await questions("?sortOrder=DESC&limit=1&sortBy=createdAt")).toEqual(["q12"]);
    expect((await list("?sdkUniqueId=odd&limit=2")).data).toMatchObject({ count: 6 });
    expect(await getCredits(installation.api, key)).toEqual(after);
  });

  it.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=ten", "limit"],
    ["offset=-1", "offset"],
    ["offset=some", "offset"],
    ["sortBy=question", "sortBy"],
    ["sortOrder=up", "sortOrder"],
  ])("refuses %s [HIST-7 HIST-8 HIST-10 HIST-11]", async (query, path) => {
    expectInvalid(await callApi(installation.api, `/chat/chatHistory?${query}`, { key }), path);
  });
});

describe("what was remembered", () => {
  it("can be forgotten, by id or all of it [HIST-16]", async () => {
    await say("one", { sdkUniqueId: "a" });
    await say("two", { sdkUniqueId: "b" });
    await say("three");
    const forget = (query = "") =>
      callApi<{ data: { deleted: number } }>(installation.api, `/chat/chatHistory${query}`, {
        key,
        method: "DELETE",
      });
    expect((await forget("?sdkUniqueId=a")).body.data.deleted).toBe(1);
    expect((await list()).data).toMatchObject({
      count: 2,
      rows: [{ question: "three" }, { question: "two" }],
    });
    expect((await list("?sdkUniqueId=a")).data).toEqual({ rows: [], count: 0 });
    await say("again", { sdkUniqueId: "a" });
    expect(told()).toEqual(["again"]);
    expect((await forget()).body.data.deleted).toBe(3);
    expect((await list()).data).toEqual({ rows: [], count: 0 });
    expect((await forget()).body.data.deleted).toBe(0);
  });

  it("can be exported as lines of JSON, oldest first", async () => {
    for (let i = 0; i < 5; i++) await say(`q${i}`, { sdkUniqueId: `s${i % 2}` });
    const read = async (query = "") => {
      const answer = await callApi(installation.api, `/chat/chatHistory/export${query}`, { key });
      expect(answer.headers.get("content-type")).toBe("application/jsonl; charset=utf-8");
      return answer.text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    };
    const rows = (await list("?sortOrder=asc")).data.rows;
    expect(await read()).toEqual(rows);
    expect((await read("?sdkUniqueId=s1")).map(({ question }) => question)).toEqual(["q1", "q3"]);
  });

  it("is kept as long as the account wants", async () => {
    const path = "/chat/chatHistory/retention";
    const get = async () =>
      (await callApi<{ data: { days: number | null } }>(installation.api, path, { key })).body.data.days;
    const set = (days: unknown) => callApi(installation.api, path, { key, method: "PUT", body: { days } });
    expect(await get()).toBe(null);
    expect((await set(30)).status).toBe(200);
    expect(await get()).toBe(30);
    expectInvalid(await set(0), "days");
    await set(null);
    expect(await get()).toBe(null);
  });
});
