import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createTestAccount, findTool } from "@mintwright/test-harness";
import axios, { type AxiosResponse } from "axios";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi, getCredits } from "./call-api.ts";
import { image } from "./documented-operations.ts";
import { expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { storeArticles } from "./stored-news.ts";

const python = findTool({ variable: "REQUESTS_PYTHON", purpose: "What Python's requests sends" });
const run = promisify(execFile);

let installation: Installation;
let api: Installation["api"];
let key: string;

beforeAll(async () => {
  installation = await startInstallation();
  api = installation.api;
  key = (await createTestAccount(installation.database.url, { credits: 100, rate: 100_000 })).key;
  await storeArticles(
    installation.database,
    [5, 8, 9].map((categoryId) => ({ title: `Number ${categoryId}`, categoryId, createdAt: "2026-02-01" })),
  );
});

afterAll(() => installation?.stop());

const withAxios = (path: string, params: object): Promise<AxiosResponse> =>
  axios.get(api.baseUrl + path, {
    params,
    headers: { authorization: `Bearer ${key}` },
    validateStatus: () => true,
  });

async function withRequests<Body>(path: string, options: string): Promise<{ status: number; body: Body }> {
  const program = [
    "import json, requests",
    `headers = {"Authorization": "Bearer ${key}"}`,
    `response = requests.request(url="${api.baseUrl}${path}", headers=headers, ${options})`,
    'print(json.dumps({"status": response.status_code, "body": response.json()}))',
  ].join("\n");
  const { stdout } = await run(python ?? "", ["-c", program]);
  return JSON.parse(stdout);
}

const categoriesOf = (body: { data: { categoryId: number }[] }) =>
  body.data.map(({ categoryId }) => categoryId).sort();

describe("lists in a query", () => {
  it("are read as axios writes them: categoryId[]=5&categoryId[]=8 [NEWS-18]", async () => {
    const { status, data, request } = await withAxios("/news", { categoryId: [5, 8] });
    expect(decodeURIComponent(request.path)).toBe("/news?categoryId[]=5&categoryId[]=8");
    expect([status, categoriesOf(data)]).toEqual([200, [5, 8]]);
    expect(categoriesOf((await withAxios("/news", { categoryId: [5] })).data)).toEqual([5]);
  });

  it.runIf(python)("are read as requests writes them: repeated [NEWS-18]", async () => {
    const { body } = await withRequests<{ data: { categoryId: number }[] }>(
      "/news",
      'method="GET", params={"categoryId": [5, 8]}',
    );
    expect(categoriesOf(body)).toEqual([5, 8]);
  });
});

describe("unknown names", () => {
  it.each([
    ["/news?category=5", "category", "categoryId"],
    ["/news?catgoryId[]=5", "catgoryId[]", "categoryId"],
    ["/news.rss?search=fox", "search", "searchQuery"],
    ["/news?fetch_after=2026-01-01", "fetch_after", "fetchAfter"],
  ])(
    "in the query of a metered call are 400, uncharged, with the nearest known one: %s [HTTP-19]",
    async (path, name, nearest) => {
      const before = await getCredits(api, key);
      const { message } = expectInvalid(await callApi(api, path, { key }), name);
      expect(message).toContain(`\`${name}\``);
      expect(message).toContain(`\`${nearest}\``);
      expect(await getCredits(api, key)).toEqual(before);
    },
  );

  it("in the query of a metered call without parameters are 400 as well [HTTP-19]", async () => {
    const answer = await callApi(api, "/chat/stream?stream=true", {
      key,
      body: { model: "general_assistant", question: "What is gas?" },
    });
    expect(expectInvalid(answer, "stream").message).toContain("takes no query parameters");
  });

  it("in the query of a free call are ignored with a warning [HTTP-19]", async () => {
    const answer = await callApi<{ chains: unknown[]; warnings: string[] }>(
      api,
      "/nft/get-chains?testnet=true",
      { key },
    );
    const warning = "Unknown query parameter `testnet` was ignored. Nearest known: `testNet`.";
    expect(answer.status).toBe(200);
    expect(answer.body.warnings).toEqual([warning]);
    expect(answer.headers.get("warning")).toBe(`299 - "${warning}"`);
  });

  it("in a body are ignored with a warning that names the nearest known one, also in a dry run [HTTP-3]", async () => {
    const body = {
      ...image,
      step: 2,
      traits: [{ trait_type: "Hat", value: [{ value: "crown", ration: 5, ratio: 100 }] }],
    };
    const warnings = [
      "Unknown field `step` was ignored. Nearest known: `steps`.",
      "Unknown field `traits.0.value.0.ration` was ignored. Nearest known: `ratio`.",
    ];
    for (const headers of [{}, { prefer: "dry-run" }]) {
      const answer = await callApi<{ warnings: string[] }>(api, "/nft/generate-image", {
        key,
        body,
        headers,
      });
      expect(answer.status, answer.text.slice(0, 200)).toBe(200);
      expect(answer.body.warnings.slice(0, 2)).toEqual(warnings);
      expect(answer.headers.get("warning")).toContain(warnings.map((text) => `299 - "${text}"`).join(", "));
    }
  });

  it("in a body are listed up to a bound, however many and long they are [HTTP-3]", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`x${index}${"y".repeat(500)}`, 1]),
    );
    const answer = await callApi<{ warnings: string[] }>(api, "/nft/enhancePrompt", {
      key,
      body: { prompt: "a fox", ...many },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.warnings).toHaveLength(11);
    expect(answer.body.warnings.at(-1)).toBe("990 more unknown fields were ignored.");
    expect(answer.headers.get("warning")?.length).toBeLessThan(4_000);
  });
});

describe("booleans in a query", () => {
  it.each(["true", "True", "TRUE", "1"])("are true as %s [CHAIN-3 CHAIN-5]", async (testNet) => {
    expect(await countTestnets(`?testNet=${testNet}`)).toBeGreaterThan(10);
  });

  it.each(["false", "False", "FALSE", "0", ""])("are false as %j [CHAIN-2 CHAIN-5]", async (testNet) => {
    expect(await countTestnets(`?testNet=${testNet}`)).toBe(0);
  });

  it.runIf(python)("are read as requests writes True and False [CHAIN-3 CHAIN-5]", async () => {
    const list = (value: string) =>
      withRequests<{ chains: { networkType: string }[] }>(
        "/nft/get-chains",
        `method="GET", params={"testNet": ${value}}`,
      );
    const [all, main] = [await list("True"), await list("False")];
    expect([all.status, main.status]).toEqual([200, 200]);
    expect(all.body.chains.length).toBeGreaterThan(main.body.chains.length);
  });

  async function countTestnets(query: string): Promise<number> {
    const answer = await callApi<{ chains: { networkType: string }[] }>(api, `/nft/get-chains${query}`, {
      key,
    });
    expect(answer.status, answer.text.slice(0, 200)).toBe(200);
    return answer.body.chains.filter(({ networkType }) => networkType === "Testnet").length;
  }
});

describe("null and empty text", () => {
  const absentFields = {
    steps: null,
    enhance: "",
    style: null,
    traits: null,
    image: "",
    isCharacterPreserve: null,
    seed: "",
  };

  it("mean absent for optional fields, as axios sends them [HTTP-20]", async () => {
    const answer = await axios.post(
      `${api.baseUrl}/nft/generate-image`,
      { ...image, ...absentFields },
      { headers: { authorization: `Bearer ${key}` }, validateStatus: () => true },
    );
    expect(answer.status, JSON.stringify(answer.data).slice(0, 200)).toBe(200);
    expect(answer.headers["x-credits-charged"]).toBe("1");
  });

  it.runIf(python)("mean absent for optional fields, as requests sends None [HTTP-20]", async () => {
    const body = { ...image, ...absentFields };
    const json = JSON.stringify(body).replaceAll(":null", ":None");
    const { status, body: answer } = await withRequests("/nft/generate-image", `method="POST", json=${json}`);
    expect(status, JSON.stringify(answer).slice(0, 200)).toBe(200);
  });

  it("mean absent in nested fields: DEFAULT_TONE needs no tone [CTX-19 HTTP-20]", async () => {
    const contextInjection = {
      aiTone: "DEFAULT_TONE",
      selectedTone: "",
      customTone: null,
      companyWebsiteUrl: "",
    };
    const answer = await callApi(api, "/chat/stream", {
      key,
      body: {
        model: "general_assistant",
        question: "What is gas?",
        useCustomContext: true,
        contextInjection,
      },
    });
    expect(answer.status, answer.text).toBe(200);
  });

  it("still refuse a required field by its name [HTTP-20]", async () => {
    for (const prompt of [null, ""]) {
      expectInvalid(await callApi(api, "/nft/generate-image", { key, body: { ...image, prompt } }), "prompt");
    }
  });

  it("mean absent in a query [HTTP-20]", async () => {
    const answer = await callApi<{ limit: number }>(api, "/news?limit=&categoryId=&fetchAfter=&sortOrder=", {
      key,
    });
    expect([answer.status, answer.body.limit]).toEqual([200, 10]);
  });
});
