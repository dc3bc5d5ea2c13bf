import { expect } from "vitest";
import { foxes } from "./collection-calls.ts";

/** A request as one of the documents describes it. */
export interface DocumentedRequest {
  name: string;
  path: string;
  body?: Record<string, unknown>;
  /** The documented fields of the answer, with their types. */
  fields: unknown;
  isFree?: boolean;
}

const text = expect.any(String);
const number = expect.any(Number);
/** An image request. */
export const image = { prompt: "a red fox", model: "velogen", width: 512, height: 512 };
const traits = [
  {
    trait_type: "Hat",
    value: [
      { value: "crown", ratio: 20 },
      { value: "none", ratio: 60 },
    ],
  },
];
const bytes = expect.arrayContaining([number]);
/** A question to the assistant. */
export const assistant = { model: "general_assistant", question: "What is gas?" };
const answered = { status: true, message: text, data: { bot: text } };
const context = {
  companyName: "Harbour",
  companyDescription: "Boats on a chain",
  companyWebsiteUrl: "https://harbour.invalid",
  whitePaperUrl: "https://harbour.invalid/paper.pdf",
  purpose: "Answer questions",
  cryptoToken: true,
  tokenInformation: {
    tokenName: "Harbour",
    tokenSymbol: "$HBR",
    tokenAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    tokenSourceCode: "https://example.com/source",
    tokenAuditUrl: "https://example.com/audit",
    explorerUrl: "https://example.com/explorer",
    trackerAUrl: "https://example.com/a",
    trackerBUrl: "https://example.com/b",
    blockchain: ["ETHEREUM", "UNHEARD_OF"],
  },
  socialMediaUrls: [{ name: "X", url: "https://example.com/x" }],
  limitation: false,
  aiTone: "PRE_SET_TONE",
  selectedTone: "FRIENDLY",
};
const history = { status: true, message: text, data: { rows: expect.any(Array), count: number } };
const news = { data: expect.arrayContaining([expect.objectContaining({ id: number, title: text })]) };

/** Lists every operation of the three documents in each form that they describe, for a completed collection of one image. */
export function listDocumentedRequests(collectionId: string, imageUrl: string): DocumentedRequest[] {
  return [
    { name: "an image", path: "/nft/generate-image", body: image, fields: { data: bytes } },
    {
      name: "an image with every option",
      path: "/nft/generate-image",
      body: { ...image, steps: 2, enhance: "original", style: "watercolor", traits },
      fields: { data: bytes },
    },
    ...["1x", "2x"].map((enhance) => ({
      name: `an image with enhance ${enhance}`,
      path: "/nft/generate-image",
      body: { ...image, enhance },
      fields: { data: bytes },
    })),
    ...[true, false].map((isCharacterPreserve) => ({
      name: `an image from a reference with isCharacterPreserve ${isCharacterPreserve}`,
      path: "/nft/generate-image",
      body: { ...image, image: imageUrl, isCharacterPreserve },
      fields: { data: bytes },
    })),
    {
      name: "several images",
      path: "/nft/generate-multiple-images",
      body: { ...image, prompt: ["a fox", "a boat"] },
      fields: { data: [bytes, bytes] },
    },
    {
      name: "several images with every option",
      path: "/nft/generate-multiple-images",
      body: {
        ...image,
        prompt: ["a fox", "a boat"],
        steps: 1,
        enhance: "1x",
        style: "pixel",
        traits,
        image: imageUrl,
      },
      fields: { data: [bytes, bytes] },
    },
    {
      name: "a queued collection",
      path: "/nft/generate-nft-queue",
      body: { ...foxes, amount: 1, steps: 1, enhance: "original", style: "pixel", traits },
      fields: { collectionId: text, status: expect.stringMatching(/^(queued|processing)$/) },
    },
    {
      name: "its progress",
      path: `/nft/progress/${collectionId}`,
      fields: { statusCode: 200, message: text, data: { images: [text], generated: true } },
      isFree: true,
    },
    ...[[1], ["1"]].map((ids) => ({
      name: `its metadata for ids ${JSON.stringify(ids)}`,
      path: "/nft/mint-nft",
      body: { collectionId, name: "Foxes", description: "Red ones", symbol: "FOX", ids },
      fields: {
        name: "Foxes",
        description: "Red ones",
        image: text,
        attributes: expect.any(Array),
        collectionId,
        transaction: null,
      },
      isFree: true,
    })),
    {
      name: "a better prompt",
      path: "/nft/enhancePrompt",
      body: { prompt: "a fox" },
      fields: { enhancedPrompt: text },
    },
    ...["", "?testNet=false", "?testNet=true"].map((query) => ({
      name: `chains ${query}`,
      path: `/nft/get-chains${query}`,
      fields: {
        chains: expect.arrayContaining([
          expect.objectContaining({ chainId: number, chainName: text, network: text, networkType: text }),
        ]),
      },
      isFree: true,
    })),
    {
      name: "the contract interface",
      path: "/nft/abi",
      fields: { abi: expect.arrayContaining([expect.objectContaining({ type: "function", name: "mint" })]) },
      isFree: true,
    },
    { name: "an answer", path: "/chat/stream", body: assistant, fields: answered },
    ...[
      { chatHistory: "off" },
      { chatHistory: "on", sdkUniqueId: "session 1" },
      { useCustomContext: false },
      { useCustomContext: true },
      { useCustomContext: true, contextInjection: context },
      { useCustomContext: true, contextInjection: { ...context, limitation: true, aiTone: "DEFAULT_TONE" } },
      { useCustomContext: true, contextInjection: { aiTone: "CUSTOM_TONE", customTone: "like a sailor" } },
    ].map((more) => ({
      name: `an answer with ${Object.keys(more).join(" and ")}`,
      path: "/chat/stream",
      body: { ...assistant, ...more },
      fields: answered,
    })),
    {
      name: "a contract",
      path: "/chat/stream",
      body: { model: "smart_contract_generator", question: "An ERC20 token called Acorn with symbol ACN" },
      fields: { status: "success", data: { user: text, bot: expect.stringContaining("pragma solidity") } },
    },
    {
      name: "an audit",
      path: "/chat/stream",
      body: {
        model: "smart_contract_auditor",
        question: "Audit: pragma solidity ^0.8.0; contract A { function f() public {} }",
      },
      fields: answered,
    },
    ...[
      "",
      "?limit=5&offset=0&sortBy=createdAt&sortOrder=desc",
      "?sortOrder=ASC&sdkUniqueId=session%201",
    ].map((query) => ({
      name: `history ${query}`,
      path: `/chat/chatHistory${query}`,
      fields: history,
      isFree: true,
    })),
    ...[
      "",
      "?categoryId=5",
      "?categoryId=[5,8]",
      "?subCategoryId=46&limit=5&offset=0&sortBy=createdAt",
      "?categoryId=5&subCategoryId=[46]&searchQuery=bitcoin&fetchAfter=2026-01-01&limit=20",
      "?tokenId=[80]",
      "?searchQuery=BITCOIN",
      "?fetchAfter=2026-01-01",
      "?fetchAfter=2026-01-01T00:00:00Z",
    ].map((query) => ({ name: `news ${query}`, path: `/news${query}`, fields: news })),
  ];
}
