/** The roles of an organisation's members. Each organisation has exactly one owner. */
export const memberRoles = ["owner", "admin", "developer", "billing", "viewer"] as const;

export type MemberRole = (typeof memberRoles)[number];

/** The roles that can be given to a member. Ownership is transferred instead. */
export const givenRoles = ["admin", "developer", "billing", "viewer"] as const;
