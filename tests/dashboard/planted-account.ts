import { setTimeout as sleep } from "node:timers/promises";
import { askMintwright, type MailServer, type TestDatabase } from "@mintwright/test-harness";
import { strToU8, zipSync } from "fflate";
import { vulnerableBank } from "./planted-contract.ts";

/** Where an account is planted. */
export interface PlantedPlace {
  url: string;
  mail: MailServer;
  database: TestDatabase;
  /** With `DATABASE_URL` and `PUBLIC_URL`. */
  environment: Record<string, string>;
}

const email = "maya@fernwood.example";

/** What was planted, for pages whose address has an id. */
export interface PlantedAccount {
  /** The session's cookies, as a request header has them. */
  cookie: string;
  keyId: string;
  collectionId: string;
  itemIds: { image: string; contract: string; audit: string; project: string };
  shareUrl: string | null;
  articleId: string;
  logId: string;
}

/** Reads a cookie header as a browser takes it. */
export function readCookies(header: string, url: string) {
  return header.split("; ").map((pair) => {
    const end = pair.indexOf("=");
    return { name: pair.slice(0, end), value: pair.slice(end + 1), domain: new URL(url).hostname, path: "/" };
  });
}

const prompts = [
  "a fox who mends clocks",
  "a lighthouse in a storm, paper cut",
  "an owl librarian in a velvet coat",
  "a robot gardener among sunflowers",
  "a paper boat on a quiet river",
  "a cat astronaut, stained glass",
];

const image = { model: "velogen", width: 512, height: 512 };

const foxes = {
  ...image,
  prompt: "a fox of the Fernwood",
  walletAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  amount: 12,
  chainId: 1,
  traits: [
    {
      trait_type: "Coat",
      value: [
        { value: "Copper", ratio: 6 },
        { value: "Snow", ratio: 4 },
        { value: "Ash", ratio: 2 },
      ],
    },
    {
      trait_type: "Hat",
      value: [
        { value: "Crown", ratio: 3 },
        { value: "Top hat", ratio: 9 },
      ],
    },
  ],
};

/** Signs a user up and makes what a busy account has: keys, images, contracts, an audit, a collection, conversations. */
export async function plantAccount(installation: PlantedPlace): Promise<PlantedAccount> {
  const { database, environment } = installation;
  const cookie = await signUp(installation);
  const admin = (...words: string[]) =>
    askMintwright<Record<string, string>>(["admin", ...words], environment);
  await admin("account", "grant", "--account", email, "--credits", "500");
  await admin("operator", "add", "--user", email);
  const call = <Answer>(method: string, path: string, body?: object) =>
    send<Answer>(installation, cookie, method, path, body);
  const settings = { ratePerMinute: null, expiresAt: null, allowedOperations: null, monthlyLimit: null };
  const { key } = await call<{ key: string }>("POST", "/keys", { ...settings, name: "Fernwood shop" });
  await call("POST", "/keys", { ...settings, name: "Staging", monthlyLimit: 40 });
  await call("POST", "/keys", { ...settings, name: "Discord bot", ratePerMinute: 60 });
  const { keys } = await call<{ keys: { id: string; name: string }[] }>("GET", "/keys");
  const keyId = keys.find(({ name }) => name === "Fernwood shop")?.id as string;
  for (const prompt of prompts)
    await call("POST", "/operations/nft/generate-image?encoding=base64", { ...image, prompt });
  const ask = (model: string, question: string, rest: object = {}) =>
    call("POST", "/operations/chat/stream", { model, question, ...rest });
  await ask(
    "smart_contract_generator",
    "An ERC-721 collection named Fernwood Foxes with 500 tokens and an owner who can pause transfers.",
  );
  await ask("smart_contract_auditor", `\`\`\`solidity Bank.sol\n${vulnerableBank}\n\`\`\``);
  const zip = Buffer.from(zipSync({ "src/Bank.sol": strToU8(vulnerableBank) })).toString("base64");
  await call("POST", "/operations/audits/projects", { zip, name: "fernwood-bank" });
  await ask("general_assistant", "What is the difference between ERC-721 and ERC-1155?", {
    chatHistory: "on",
    sdkUniqueId: "maya",
  });
  await fetch(`${installation.url}/nft/enhancePrompt`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ prompt: "a fox who mends clocks" }),
  });
  const { collectionId } = await call<{ collectionId: string }>(
    "POST",
    "/operations/nft/generate-nft-queue",
    foxes,
  );
  await waitFor(async () => {
    const path = `/operations/nft/progress/${collectionId}`;
    return (await call<{ status: string }>("GET", path)).status === "completed" || undefined;
  });
  const findItem = async (kind: string, search = "") => {
    const { data } = await call<{ data: { items: { id: string }[] } }>(
      "GET",
      `/operations/library?kind=${kind}&search=${search}&limit=1`,
    );
    if (!data.items[0]) throw new Error(`No ${kind} was stored.`);
    return data.items[0].id;
  };
  const itemIds = {
    image: await findItem("image"),
    contract: await findItem("contract"),
    audit: await findItem("audit", "solidity"),
    project: await findItem("audit", "fernwood-bank"),
  };
  const shared = await call<{ data: { shareUrl: string | null } }>(
    "POST",
    `/operations/library/${itemIds.audit}/share`,
  );
  const { shareUrl } = shared.data;
  const articleId = await waitFor(async () => {
    const [row] = await database.query<{ id: string }>(
      "select article_id::text as id from news_article limit 1",
    );
    return row?.id;
  });
  const logId = await waitFor(async () => {
    const { logs } = await call<{ logs: { id: string }[] }>("GET", "/logs");
    return logs[0]?.id;
  });
  await plantUsage(installation, keyId);
  return { cookie, keyId, collectionId, itemIds, shareUrl, articleId, logId };
}

async function signUp({ mail, environment, url }: PlantedPlace): Promise<string> {
  const headers = { origin: environment.PUBLIC_URL as string, "content-type": "application/json" };
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/dashboard/api/auth/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer;
  };
  await post("sign-up/email", { email });
  const token = new URL((await mail.takeEmail(email, 30_000)).link).searchParams.get("token");
  const confirmed = await post("confirm-email", { token, newPassword: "correct horse battery" });
  return confirmed.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
}

async function send<Answer>(
  { url, environment }: PlantedPlace,
  cookie: string,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await fetch(`${url}/dashboard/api${path}`, {
    method,
    headers: {
      cookie,
      accept: "application/json",
      origin: environment.PUBLIC_URL as string,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  return (isJson ? await answer.json() : await answer.arrayBuffer()) as Answer;
}

/** Usage of the days of this month, so that charts have something to show. */
async function plantUsage({ database }: PlantedPlace, keyId: string): Promise<void> {
  await database.query(
    `insert into usage_hour (account_id, hour, key_id, operation, requests, spent)
     select account_id, day + interval '9 hours', key_id, operation, 3 + extract(day from day)::int % 5,
       200 + (extract(day from day)::int * 137) % 1100
     from api_key
     cross join generate_series(date_trunc('month', now()), now() - interval '1 day', '1 day') as day
     cross join unnest(array['generateImage', 'askChat']) as operation
     where key_id = $1`,
    [keyId],
  );
}

async function waitFor<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  for (let turn = 0; turn < 240; turn++) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(500);
  }
  throw new Error("The planted data did not appear.");
}
