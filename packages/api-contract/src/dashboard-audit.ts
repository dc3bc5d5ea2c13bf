import type { operationPermissions, routePermissions } from "./dashboard-permissions.ts";

/**
 * The actions in an organisation's audit log, by the route or operation that a member calls in the dashboard. Creating and
 * joining an organisation are recorded by their handlers, because the session uses another organisation at the time.
 */
export const auditActions: Partial<
  Record<keyof typeof routePermissions | keyof typeof operationPermissions, string>
> = {
  renameOrganisation: "organisation.renamed",
  inviteMember: "member.invited",
  cancelInvitation: "member.invitation_cancelled",
  changeMemberRole: "member.role_changed",
  removeMember: "member.removed",
  leaveOrganisation: "member.left",
  transferOwnership: "member.ownership_transferred",
  redeemVoucher: "credits.voucher_redeemed",
  startPayment: "credits.payment_started",
  putTopUp: "credits.top_up_changed",
  startMethodSetup: "credits.payment_method_setup_started",
  deleteMethod: "credits.payment_method_deleted",
  createSpendAlert: "credits.alert_created",
  deleteSpendAlert: "credits.alert_deleted",
  createKey: "key.created",
  changeKey: "key.changed",
  revokeKey: "key.revoked",
  replaceKey: "key.replaced",
  putContext: "key.context_changed",
  deleteContext: "key.context_deleted",
  deleteConversations: "conversations.deleted",
  deleteConversation: "conversations.deleted",
  putSavedContext: "settings.assistant_context_changed",
  deleteSavedContext: "settings.assistant_context_deleted",
  putChatRetention: "settings.chat_retention_changed",
  rotateWebhookSecret: "webhook.secret_rotated",
  replayWebhookDelivery: "webhook.delivery_replayed",
  replayFailedWebhooks: "webhook.failed_replayed",
  createWebhookEndpoint: "webhook.endpoint_created",
  changeWebhookEndpoint: "webhook.endpoint_changed",
  deleteWebhookEndpoint: "webhook.endpoint_deleted",
  rotateWebhookEndpointSecret: "webhook.secret_rotated",
  testWebhookEndpoint: "webhook.tested",
  putLogSettings: "settings.logs_changed",
  createNewsAlert: "webhook.alert_created",
  deleteNewsAlert: "webhook.alert_deleted",
  prepareDrop: "collection.drop_prepared",
  reportDropDeployment: "collection.drop_deployed",
  storeDropAllowList: "collection.drop_allow_list_stored",
  cancelCollection: "collection.cancelled",
  deleteLibraryItem: "library.item_deleted",
  shareLibraryItem: "library.item_shared",
  revokeLibraryShare: "library.share_revoked",
};

/** Fields of a request body that the audit log keeps. None of them can hold a secret. */
export const auditedFields = [
  "name",
  "email",
  "role",
  "credits",
  "ratePerMinute",
  "monthlyLimit",
  "expiresAt",
  "storesResults",
  "days",
] as const;
