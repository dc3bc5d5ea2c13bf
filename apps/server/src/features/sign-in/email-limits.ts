import type { Database } from "../../platform/database/database.ts";
import { countAttempt } from "../limits/index.ts";
import { isKnownNetwork } from "./known-networks.repository.ts";

/** How long a link in an email is valid. */
export const linkSeconds = 3_600;

/** Emails of one kind to one address in an hour: from one network, and from all unfamiliar networks together. */
const emailsFromNetwork = 3;
const emailsFromStrangers = 10;

/** An email that a request asks for. */
export interface RequestedEmail {
  kind: "confirmation" | "reset" | "known-user";
  to: string;
  /** Where the request came from. */
  network: string;
}

/**
 * Counts an email and tells whether it may be sent. The requester is not told when it is not, and is not refused.
 *
 * Nobody can be flooded, because there is a limit for each address over all requesters. Nobody can be kept from resetting
 * a password either: networks where the owner signed in before are not held to what others asked for, and everywhere else
 * the limit is reached only by emails of the same kind within the last hour, whose links are still valid.
 */
export async function takeEmailAllowance(
  database: Database,
  { kind, to, network }: RequestedEmail,
): Promise<boolean> {
  const email = to.toLowerCase();
  const own = await countAttempt(database, `email ${kind} ${email} ${network}`, linkSeconds);
  if (own.attempts > emailsFromNetwork) return false;
  if (await isKnownNetwork(database, email, network)) return true;
  const strangers = await countAttempt(database, `email ${kind} ${email}`, linkSeconds);
  return strangers.attempts <= emailsFromStrangers;
}
