const image = { prompt: "a fox in a lighthouse", model: "velogen", width: 512, height: 512 };
const wallet = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const hook = "https://example.com/hooks";

/** Queries and bodies of the reference's examples, where the smallest valid ones would say little. */
export const exampleInputs: Record<string, { query?: string; body?: unknown }> = {
  generateImage: { query: "encoding=base64", body: image },
  generateMultipleImages: {
    query: "encoding=base64",
    body: { ...image, prompt: ["a fox in a lighthouse", "an owl in a library"] },
  },
  queueCollection: {
    body: {
      ...image,
      walletAddress: wallet,
      chainId: 11155111,
      amount: 2,
      traits: [
        {
          trait_type: "Hat",
          value: [
            { value: "crown", ratio: 50 },
            { value: "none", ratio: 50 },
          ],
        },
      ],
    },
  },
  listCollections: { query: "limit=20&sort=newest" },
  listTokens: { query: "limit=100" },
  changeCollection: { body: { name: "Lighthouse foxes" } },
  streamChat: { body: { model: "general_assistant", question: "What is gas?" } },
  createChatCompletion: {
    body: { model: "general_assistant", messages: [{ role: "user", content: "What is gas?" }] },
  },
  auditProject: { body: { name: "bank", zip: "PROJECT_ZIP" } },
  putSavedContext: { body: { companyName: "Harbour", companyDescription: "Boats on a chain" } },
  putChatRetention: { body: { days: 30 } },
  getChains: { query: "testNet=true" },
  mintNft: {
    body: {
      collectionId: "COLLECTION_ID",
      name: "Lighthouse foxes",
      description: "Foxes that live in lighthouses",
      symbol: "FOX",
      ids: [1, 2],
    },
  },
  listLedgerEntries: { query: "limit=20" },
  replayFailedWebhooks: { body: { since: "2026-01-31T00:00:00Z" } },
  createWebhookEndpoint: { body: { url: hook } },
  changeWebhookEndpoint: { body: { url: hook } },
  listNews: { query: "searchQuery=bitcoin&limit=10" },
  getNewsFeed: { query: "searchQuery=bitcoin&limit=10" },
  createNewsAlert: { body: { webhookUrl: hook, searchQuery: "stablecoin" } },
  listLibrary: { query: "kind=image&limit=20" },
  changeLibraryItem: { body: { isFavourite: true } },
  recordDeployment: {
    body: {
      name: "Acorn",
      chainId: 11155111,
      address: wallet,
      transactionHash: `0x${"5a".repeat(32)}`,
      deployer: wallet,
    },
  },
};
