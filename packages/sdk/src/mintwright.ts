import { type Chains, createChains } from "./chains.ts";
import { type Chat, createChat } from "./chat.ts";
import { type Collections, createCollections } from "./collections.ts";
import { type Contracts, createContracts } from "./contracts.ts";
import { type Credits, createCredits } from "./credits.ts";
import { createDrops, type Drops } from "./drops.ts";
import { createHistory, type History } from "./history.ts";
import { createImages, type Images } from "./images.ts";
import { createLibrary, type Library } from "./library.ts";
import { createNews, type News } from "./news.ts";
import { assertKeyIsSafeHere, type MintwrightOptions } from "./options.ts";
import { createPrompts, type Prompts } from "./prompts.ts";
import { createTransport } from "./transport.ts";
import { createWebhookDeliveries, createWebhookEndpoints } from "./webhook-endpoints.ts";
import { verifyWebhook, type Webhooks } from "./webhooks.ts";

/** A client for one Mintwright server. It has no state: create one and use it everywhere. */
export class Mintwright {
  readonly images: Images;
  readonly collections: Collections;
  readonly prompts: Prompts;
  readonly chains: Chains;
  readonly drops: Drops;
  readonly contracts: Contracts;
  readonly chat: Chat;
  readonly history: History;
  readonly news: News;
  readonly credits: Credits;
  readonly library: Library;
  readonly webhooks: Webhooks;

  constructor(options: MintwrightOptions) {
    assertKeyIsSafeHere(options);
    const transport = createTransport(options);
    this.images = createImages(transport);
    this.collections = createCollections(transport);
    this.prompts = createPrompts(transport);
    this.chains = createChains(transport);
    this.drops = createDrops(transport);
    this.contracts = createContracts(transport);
    this.chat = createChat(transport);
    this.history = createHistory(transport);
    this.news = createNews(transport);
    this.credits = createCredits(transport);
    this.library = createLibrary(transport);
    this.webhooks = {
      verify: verifyWebhook,
      endpoints: createWebhookEndpoints(transport),
      deliveries: createWebhookDeliveries(transport),
    };
  }
}
