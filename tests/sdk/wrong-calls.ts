// Calls that must not compile. The type check fails when one of them does: a directive without an error is an error.
import { type ApiError, Mintwright } from "@mintwright/sdk";
import { startSandbox } from "mintwright/testing";

const mintwright = new Mintwright({ baseUrl: "http://localhost:3001" });
const fox = { prompt: "a fox", model: "velogen", width: 512, height: 512 } as const;
const foxes = { ...fox, walletAddress: "0x0", chainId: 1, amount: 3 };
const { chainId: _chain, ...withoutChain } = foxes;

/** Never called: it is only read by the compiler. */
export async function makeWrongCalls(error: ApiError): Promise<void> {
  // What the types cannot know: the server refuses it, uncharged, and says the range.
  await mintwright.images.generate({ ...fox, steps: 50 });

  // @ts-expect-error the server's address is missing
  new Mintwright({ apiKey: "mw_live_…" });
  // @ts-expect-error there is no such option
  new Mintwright({ baseUrl: "http://localhost:3001", retries: 3 });
  // @ts-expect-error chainId is missing
  await mintwright.collections.create(withoutChain);
  // @ts-expect-error a chain's id is a number
  await mintwright.collections.create({ ...foxes, chainId: "1" });
  // @ts-expect-error there is no such model
  await mintwright.images.generate({ ...fox, model: "velogenn" });
  // @ts-expect-error width is missing
  await mintwright.images.generate({ prompt: "a fox", model: "velogen", height: 512 });
  // @ts-expect-error there is no such enhancement
  await mintwright.images.generate({ ...fox, enhance: "4x" });
  // @ts-expect-error several images take several prompts
  await mintwright.images.generateMany({ ...fox, prompt: "a fox" });
  // @ts-expect-error there is no such format
  await mintwright.images.generate(fox, { format: "gif" });
  // @ts-expect-error a price has no bytes
  (await mintwright.images.generate(fox, { dryRun: true })).bytes;
  // @ts-expect-error an image has no price
  (await mintwright.images.generate(fox)).price;
  // @ts-expect-error the question is missing
  await mintwright.chat.ask({ model: "general_assistant" });
  // @ts-expect-error there is no such tone
  await mintwright.chat.ask({ question: "?", contextInjection: { selectedTone: "ANGRY" } });
  // @ts-expect-error a stream is read, not awaited
  (await mintwright.chat.stream({ question: "?" })).bot;
  // @ts-expect-error ids are missing
  await mintwright.collections.mintMetadata({ collectionId: "", name: "", description: "", symbol: "" });
  // @ts-expect-error there is no such call
  await mintwright.credits.price("images.paint", fox);
  // @ts-expect-error the price of a collection depends on its amount
  await mintwright.credits.price("collections.create", fox);
  // @ts-expect-error the secret is missing
  await mintwright.webhooks.verify("", {});
  // @ts-expect-error no such code is ever answered
  if (error.code === "out_of_luck") return;
  // @ts-expect-error a list is read by its entries
  mintwright.news.list().length;
  const sandbox = await startSandbox();
  // @ts-expect-error there is no such fault
  await sandbox.fail({ kind: "explosion" });
  // @ts-expect-error a status is needed
  await sandbox.fail({ kind: "status" });
}
