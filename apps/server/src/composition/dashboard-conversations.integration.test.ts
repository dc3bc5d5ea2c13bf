import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantCredits } from "../features/credits/index.ts";
import { type DashboardFixture, startDashboard, type Visitor } from "./__fixtures__/dashboard-visitor.ts";
import { plantConversations } from "./__fixtures__/planted-conversations.ts";

interface Shown {
  keyId: string;
  keyName: string;
  sdkUniqueId: string | null;
  records: number;
  question: string;
}
interface List {
  conversations: Shown[];
  nextCursor: string | null;
}
interface Found {
  found: { id: string; question: string; excerpt: string; sdkUniqueId: string | null }[];
  nextCursor: string | null;
}

let fixture: DashboardFixture;

beforeAll(async () => {
  fixture = await startDashboard();
});

afterAll(() => fixture.close());

async function signUpWithCredits() {
  const owner = await fixture.signUp();
  await grantCredits(fixture.platform.database, owner.accountId, 100_000, "test");
  return owner;
}

async function createKey(owner: Visitor, name: string) {
  const { body } = await owner.call("POST", "/keys", {
    name,
    ratePerMinute: null,
    expiresAt: null,
    allowedOperations: null,
    monthlyLimit: null,
  });
  return body as unknown as { id: string; key: string };
}

async function ask(key: string, question: string, sdkUniqueId?: string): Promise<void> {
  const { statusCode, body } = await fixture.app.inject({
    method: "POST",
    url: "/chat/stream",
    headers: { authorization: `Bearer ${key}` },
    payload: { model: "general_assistant", question, chatHistory: "on", ...(sdkUniqueId && { sdkUniqueId }) },
  });
  expect([statusCode, body.slice(0, 200)]).toEqual([200, expect.anything()]);
}

const get = async <Body>(visitor: Visitor, path: string) => {
  const { status, body } = await visitor.call("GET", path);
  expect([path, status]).toEqual([path, 200]);
  return body as unknown as Body;
};

describe("conversations", () => {
  it("[HIST-1] of all keys are listed, read, searched, exported and deleted by their owner", async () => {
    const owner = await signUpWithCredits();
    const [shop, bot] = [await createKey(owner, "Shop"), await createKey(owner, "Bot")];
    await ask(shop.key, "What does a zeppelin cost?", "visitor 7");
    await ask(shop.key, "Is gas a tax?");
    await ask(bot.key, "Who mends clocks?", "visitor 7");
    await ask(shop.key, "And a balloon?", "visitor 7");
    const { conversations } = await get<List>(owner, "/conversations");
    expect(
      conversations.map(({ keyName, sdkUniqueId, records, question }) => [
        keyName,
        sdkUniqueId,
        records,
        question,
      ]),
    ).toEqual([
      ["Shop", "visitor 7", 2, "And a balloon?"],
      ["Bot", "visitor 7", 1, "Who mends clocks?"],
      ["Shop", null, 1, "Is gas a tax?"],
    ]);
    expect((await get<List>(owner, `/conversations?keyId=${bot.id}`)).conversations).toHaveLength(1);

    const path = `/keys/${shop.id}/conversation?sdkUniqueId=visitor%207`;
    const read = await get<{
      conversation: Shown;
      records: { question: string; answer: string; credits: number | null }[];
    }>(owner, path);
    expect(read.records.map(({ question }) => question)).toEqual([
      "And a balloon?",
      "What does a zeppelin cost?",
    ]);
    expect(read.records[0]?.answer).not.toBe("");
    expect(read.records.map(({ credits }) => credits)).toEqual([0, 0]);
    const shared = await get<typeof read>(owner, `/keys/${shop.id}/conversation`);
    expect(shared.records.map(({ question }) => question)).toEqual(["Is gas a tax?"]);

    const { found } = await get<Found>(owner, "/conversations/search?text=ZEPPELIN");
    expect(found).toMatchObject([{ question: "What does a zeppelin cost?", sdkUniqueId: "visitor 7" }]);
    expect((await get<Found>(owner, '/conversations/search?text="')).found).toEqual([]);

    const json = await owner.call("GET", `/keys/${shop.id}/conversation/export?sdkUniqueId=visitor%207`);
    expect(json.headers.get("content-disposition")).toBe('attachment; filename="conversation.json"');
    expect(JSON.parse(json.text)).toMatchObject([
      { key: "Shop", sdkUniqueId: "visitor 7", question: "What does a zeppelin cost?" },
      { question: "And a balloon?" },
    ]);
    expect(JSON.parse((await owner.call("GET", "/conversations/export")).text)).toHaveLength(4);
    const markdown = await owner.call("GET", "/conversations/export?format=markdown");
    expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(markdown.text).toMatch(/^# Shop$/m);
    expect(markdown.text).toMatch(/^> Who mends clocks\?$/m);

    expect((await owner.call("DELETE", `/keys/${shop.id}/conversation`)).body).toEqual({ deleted: 1 });
    expect((await owner.call("DELETE", `/keys/${shop.id}/conversation`)).status).toBe(404);
    expect((await get<List>(owner, "/conversations")).conversations).toHaveLength(2);
    expect((await owner.call("POST", "/conversations/delete-all")).body).toEqual({ deleted: 3 });
    expect(await get<List>(owner, "/conversations")).toEqual({ conversations: [], nextCursor: null });
    expect((await owner.call("GET", "/conversations/export")).text).toBe("[]\n");
  });

  it("come page by page, every one once, and so do the places where a word was said", async () => {
    const owner = await signUpWithCredits();
    const { id } = await createKey(owner, "Busy");
    await plantConversations(fixture.platform.database, {
      ...{ accountId: owner.accountId, keyId: id },
      ...{ records: 6_000, sessions: 70 },
    });
    const readAll = async <Body extends { nextCursor: string | null }>(path: string, most: number) => {
      const pages: Body[] = [];
      let cursor: string | null = null;
      do {
        pages.push(await get<Body>(owner, `${path}${cursor ? `&cursor=${cursor}` : ""}`));
        cursor = pages.at(-1)?.nextCursor ?? null;
      } while (cursor && pages.length < most);
      return pages;
    };
    const sessions = (await readAll<List>("/conversations?", 10)).flatMap(
      ({ conversations }) => conversations,
    );
    expect(new Set(sessions.map(({ sdkUniqueId }) => sdkUniqueId)).size).toBe(70);
    expect(sessions).toHaveLength(70);
    const rare = (await readAll<Found>("/conversations/search?text=rare", 10)).flatMap(({ found }) => found);
    expect(rare.map(({ question }) => question)).toEqual(
      Array.from({ length: 12 }, (_, n) => `question number${(n + 1) * 500}`),
    );
    // Common words are met on the way along the newest records.
    const common = (await readAll<Found>("/conversations/search?text=common", 3)).flatMap(
      ({ found }) => found,
    );
    expect(common.map(({ question }) => question)).toEqual(
      Array.from({ length: 90 }, (_, n) => `question number${n + 1}`),
    );
  });
});
