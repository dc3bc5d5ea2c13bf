import type { Permission } from "@mintwright/api-contract/dashboard-permissions";

/** What a page needs, by the beginning of its path. The first that fits counts. */
const pagePermissions: readonly (readonly [path: string, permission: Permission])[] = [
  ["/playground", "create"],
  ["/collections/new", "create"],
  ["/collections", "read"],
  ["/library", "read"],
  ["/keys/", "readContents"],
  ["/keys", "read"],
  ["/logs", "read"],
  ["/usage", "readCredits"],
  ["/webhooks", "read"],
  ["/history", "readContents"],
  ["/news", "create"],
  ["/credits", "readCredits"],
  ["/members", "readMembers"],
  ["/audit-log", "readAuditLog"],
];

/** Finds the permission that a page needs, by its path below /dashboard. */
export function findPagePermission(path: string): Permission {
  return pagePermissions.find(([start]) => path.startsWith(start))?.[1] ?? "useDashboard";
}
