import type { DashboardRoutes } from "./dashboard.ts";
import { type MemberRole, memberRoles } from "./member-roles.ts";
import type { Operations } from "./operations.ts";

export { givenRoles, type MemberRole, memberRoles } from "./member-roles.ts";

/** Who has each permission. The operator role of an installation is no role of an organisation. */
export const permissions = {
  /** The user's own session, security settings and memberships. */
  useDashboard: memberRoles,
  readMembers: memberRoles,
  readCredits: memberRoles,
  /** Everything except secrets and the bodies of requests. */
  read: ["owner", "admin", "developer", "viewer"],
  /** Secrets, conversations and the bodies of requests and webhooks. */
  readContents: ["owner", "admin", "developer"],
  /** Generate, collect, mint and store: whatever may cost credits. */
  create: ["owner", "admin", "developer"],
  manageKeys: ["owner", "admin", "developer"],
  manageWebhooks: ["owner", "admin", "developer"],
  manageCredits: ["owner", "admin", "billing"],
  manageMembers: ["owner", "admin"],
  manageOrganisation: ["owner", "admin"],
  readAuditLog: ["owner", "admin"],
  transferOrDelete: ["owner"],
  operate: [],
} as const satisfies Record<string, readonly MemberRole[]>;

export type Permission = keyof typeof permissions;

/** True when members with this role have the permission. */
export function isAllowed(role: MemberRole, permission: Permission): boolean {
  return (permissions[permission] as readonly MemberRole[]).includes(role);
}

/** What each dashboard route needs. A route that is missing here is not served. */
export const routePermissions = {
  getSession: "useDashboard",
  listSignIns: "useDashboard",
  endSignIn: "useDashboard",
  endOtherSignIns: "useDashboard",
  listOrganisations: "useDashboard",
  createOrganisation: "useDashboard",
  switchOrganisation: "useDashboard",
  acceptInvitation: "useDashboard",
  rejectInvitation: "useDashboard",
  leaveOrganisation: "useDashboard",
  renameOrganisation: "manageOrganisation",
  deleteAccount: "transferOrDelete",
  transferOwnership: "transferOrDelete",
  listMembers: "readMembers",
  inviteMember: "manageMembers",
  cancelInvitation: "manageMembers",
  changeMemberRole: "manageMembers",
  removeMember: "manageMembers",
  listAuditLog: "readAuditLog",
  getCredits: "readCredits",
  getUsage: "readCredits",
  listLedger: "readCredits",
  exportLedger: "readCredits",
  getPaymentOffer: "readCredits",
  getPayment: "readCredits",
  redeemVoucher: "manageCredits",
  startPayment: "manageCredits",
  listKeys: "read",
  createKey: "manageKeys",
  changeKey: "manageKeys",
  revokeKey: "manageKeys",
  replaceKey: "manageKeys",
  getContext: "readContents",
  putContext: "manageKeys",
  deleteContext: "manageKeys",
  listCollections: "read",
  getCollection: "read",
  listWalletMints: "read",
  addWalletMints: "create",
  getDeliveryBody: "readContents",
  keepReference: "create",
  getReference: "create",
  writeSarif: "read",
  listConversations: "readContents",
  searchConversations: "readContents",
  exportConversations: "readContents",
  readConversation: "readContents",
  exportConversation: "readContents",
  deleteConversations: "manageKeys",
  deleteConversation: "manageKeys",
  listAccounts: "operate",
  grantCredits: "operate",
  listGrants: "operate",
  listVouchers: "operate",
  createVoucher: "operate",
  listEngines: "operate",
  checkEngines: "operate",
  listQueues: "operate",
  listFeeds: "operate",
  getLedgerCheck: "operate",
  checkLedger: "operate",
  listFailedJobs: "operate",
  retryFailedJobs: "operate",
} as const satisfies Record<keyof DashboardRoutes, Permission>;

type KeyedOperationId = {
  [Id in keyof Operations]: Operations[Id]["auth"] extends "key" ? Id : never;
}[keyof Operations];

/** What each operation needs when a member calls it in the dashboard. API keys have limits of their own. */
export const operationPermissions = {
  enhancePrompt: "create",
  generateImage: "create",
  generateMultipleImages: "create",
  listStyles: "read",
  queueCollection: "create",
  getProgress: "read",
  watchProgress: "read",
  listCollections: "read",
  listTokens: "read",
  cancelCollection: "create",
  streamChat: "create",
  listGlossaryTerms: "read",
  createChatCompletion: "create",
  listModels: "read",
  getSavedContext: "readContents",
  putSavedContext: "manageKeys",
  deleteSavedContext: "manageKeys",
  listChatHistory: "readContents",
  deleteChatHistory: "create",
  exportChatHistory: "readContents",
  getChatRetention: "read",
  putChatRetention: "manageOrganisation",
  getChains: "read",
  getAbi: "read",
  mintNft: "create",
  exportCollection: "read",
  getProvenance: "read",
  getCreditsBalance: "readCredits",
  listLedgerEntries: "readCredits",
  getWebhookSecret: "readContents",
  rotateWebhookSecret: "manageWebhooks",
  listWebhookDeliveries: "read",
  replayWebhookDelivery: "manageWebhooks",
  listNews: "create",
  getNewsFeed: "create",
  getNewsArticle: "create",
  listNewsCategories: "read",
  listNewsNetworks: "read",
  listNewsTokens: "read",
  createNewsAlert: "manageWebhooks",
  listNewsAlerts: "read",
  deleteNewsAlert: "manageWebhooks",
  listLibrary: "read",
  getLibraryItem: "read",
  downloadLibraryItem: "read",
  getLibraryThumbnail: "read",
  changeLibraryItem: "create",
  deleteLibraryItem: "create",
  shareLibraryItem: "create",
  revokeLibraryShare: "create",
  recordDeployment: "create",
  exportLibrary: "read",
} as const satisfies Record<KeyedOperationId, Permission>;
