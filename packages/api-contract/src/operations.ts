import { getCreditsBalance, listLedgerEntries, listLedgerRequests } from "./account-credits.ts";
import { getChains } from "./chains.ts";
import { listGlossaryTerms, streamChat } from "./chat.ts";
import { createChatCompletion, listModels } from "./chat-completions.ts";
import { deleteSavedContext, getSavedContext, putSavedContext } from "./chat-context.ts";
import {
  deleteChatHistory,
  exportChatHistory,
  getChatRetention,
  listChatHistory,
  putChatRetention,
} from "./chat-history.ts";
import {
  type ChainChecks,
  cancelCollection,
  changeCollection,
  formChecks,
  getProgress,
  getToken,
  listCollections,
  listTokens,
  queueCollection,
  regenerateToken,
  watchProgress,
} from "./collections.ts";
import { getAbi } from "./contract-interface.ts";
import type { Centicredits } from "./credits.ts";
import { getDrop, getDropWallet } from "./drops.ts";
import { getLiveness, getReadiness } from "./health.ts";
import { getNewsPicture, getPicture, getThumbnail } from "./image-files.ts";
import { generateImage, generateMultipleImages, listStyles } from "./images.ts";
import {
  changeLibraryItem,
  deleteLibraryItem,
  downloadLibraryItem,
  downloadSharedItem,
  exportLibrary,
  getLibraryItem,
  getLibraryThumbnail,
  getSharedItem,
  listLibrary,
  recordDeployment,
  revokeLibraryShare,
  shareLibraryItem,
} from "./library.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { exportCollection, getProvenance, mintNft } from "./mint-metadata.ts";
import {
  getNewsArticle,
  getNewsFeed,
  listNews,
  listNewsCategories,
  listNewsNetworks,
  listNewsTokens,
} from "./news.ts";
import { createNewsAlert, deleteNewsAlert, listNewsAlerts } from "./news-alerts.ts";
import { auditProject } from "./project-audit.ts";
import { enhancePrompt } from "./prompts.ts";
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpointSecret,
  listWebhookEndpoints,
  replayFailedWebhooks,
  rotateWebhookEndpointSecret,
  testWebhookEndpoint,
} from "./webhook-endpoints.ts";
import {
  getWebhookSecret,
  listWebhookDeliveries,
  replayWebhookDelivery,
  rotateWebhookSecret,
} from "./webhooks.ts";

/** Prices that the operator sets. */
export interface OperatorPrices {
  /** For each token that the service mints. */
  mint: Centicredits;
}

const defaultPrices: OperatorPrices = { mint: 0 };

/** Every operation of the API. A route that is not here does not exist; every operation here must be served. */
export function createOperations(
  limits: Limits = defaultLimits,
  chainChecks: ChainChecks = formChecks,
  prices: OperatorPrices = defaultPrices,
) {
  return {
    enhancePrompt: enhancePrompt(limits),
    generateImage: generateImage(limits),
    generateMultipleImages: generateMultipleImages(limits),
    listStyles,
    queueCollection: queueCollection(limits, chainChecks),
    getProgress,
    watchProgress,
    listCollections,
    listTokens,
    getToken,
    regenerateToken,
    changeCollection,
    cancelCollection,
    streamChat: streamChat(limits),
    auditProject,
    listGlossaryTerms,
    createChatCompletion: createChatCompletion(limits),
    listModels,
    getSavedContext,
    putSavedContext,
    deleteSavedContext,
    listChatHistory: listChatHistory(limits),
    deleteChatHistory: deleteChatHistory(limits),
    exportChatHistory: exportChatHistory(limits),
    getChatRetention,
    putChatRetention,
    getChains,
    getAbi,
    mintNft: mintNft(prices.mint),
    exportCollection,
    getProvenance,
    getDrop,
    getDropWallet,
    getCreditsBalance,
    listLedgerEntries,
    listLedgerRequests,
    getWebhookSecret,
    rotateWebhookSecret,
    listWebhookDeliveries,
    replayWebhookDelivery,
    replayFailedWebhooks,
    createWebhookEndpoint,
    listWebhookEndpoints,
    changeWebhookEndpoint,
    deleteWebhookEndpoint,
    getWebhookEndpointSecret,
    rotateWebhookEndpointSecret,
    testWebhookEndpoint,
    listNews,
    getNewsFeed,
    getNewsArticle,
    listNewsCategories,
    listNewsNetworks,
    listNewsTokens,
    createNewsAlert,
    listNewsAlerts,
    deleteNewsAlert,
    listLibrary,
    getLibraryItem,
    downloadLibraryItem,
    getLibraryThumbnail,
    changeLibraryItem,
    deleteLibraryItem,
    shareLibraryItem,
    revokeLibraryShare,
    recordDeployment,
    exportLibrary,
    getSharedItem,
    downloadSharedItem,
    getPicture,
    getThumbnail,
    getNewsPicture,
    getLiveness,
    getReadiness,
  } as const;
}

export type Operations = ReturnType<typeof createOperations>;
