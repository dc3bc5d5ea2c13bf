import type { MemberRole } from "@mintwright/api-contract/dashboard-permissions";
import type { DeclaredRequest } from "./declared-requests.ts";

const ofUser =
  /^\w+ \/(?:session|sign-ins|passkeys|wallets|email|organisations)\b|^POST \/(?:invitations\/\{\w+\}\/|members\/leave$)/;
const ofOwner = /^POST \/(?:account\/delete|members\/\{memberId\}\/make-owner)$/;
const ofAdmins =
  /^\w+ \/(?:audit-log|invitations|organisation)\b|^(?:POST|PUT|DELETE) \/members|^PUT .*\/(?:logs\/settings|retention)$/;
const ofMembers = /^GET \/members$/;
const money = /^\w+ (?:\/operations)?\/(?:credits|payments|usage)\b/;
const contents =
  /\/(?:bodies|body|secret|context|conversations?|chatHistory|references)\b(?!\/retention)|\/logs\/export$/;
/** Reads that cost credits, at once or after the day's free articles. */
const priced = /^GET (?:\/operations\/news(?:\.rss|\/\{id\})?|\/news(?:\/allowance|\/\{id\})?)$/;
/** Converts what it is sent, and stores nothing. */
const conversion = /^POST \/audit\/(?:sarif|pdf)$/;

/**
 * What the table of `docs/guides/teams.md` says about a request, by its method and path. The server reads another table, so a
 * permission that is wrong there shows as a difference.
 */
export function mayCall(role: MemberRole, { method, path }: Pick<DeclaredRequest, "method" | "path">) {
  const called = `${method} ${path}`;
  if (path.startsWith("/operator/")) return false;
  if (role === "owner" || ofUser.test(called) || ofMembers.test(called)) return true;
  if (ofOwner.test(called)) return false;
  if (role === "admin") return true;
  if (ofAdmins.test(called)) return false;
  const reads = method === "GET" || conversion.test(called);
  if (role === "billing") return money.test(called);
  if (role === "developer") return reads || !money.test(called);
  return reads && !contents.test(called) && !priced.test(called);
}
