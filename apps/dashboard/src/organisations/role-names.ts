import { givenRoles, type MemberRole } from "@mintwright/api-contract/dashboard-permissions";

export const roleNames: Record<MemberRole, string> = {
  owner: "Owner",
  admin: "Admin",
  developer: "Developer",
  billing: "Billing",
  viewer: "Viewer",
};

export type GivenRole = (typeof givenRoles)[number];

export const roleOptions = givenRoles.map((role) => [role, roleNames[role]] as const);

export const roleTexts: Record<MemberRole, string> = {
  owner: "Everything. Each organisation has one owner.",
  admin: "Everything except transferring or deleting the organisation.",
  developer: "Playground, collections, library, keys, conversations and webhooks. Can spend credits.",
  billing: "Credits, payments and usage.",
  viewer: "Reads everything except secrets, conversations and request bodies. Cannot spend credits.",
};
