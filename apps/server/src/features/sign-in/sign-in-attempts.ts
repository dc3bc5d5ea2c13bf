import type { Database } from "../../platform/database/database.ts";
import { countAttempt, deleteAttempts, takeAttempts } from "../limits/index.ts";
import { isKnownNetwork, rememberNetwork } from "./known-networks.repository.ts";

const quarterHour = 900;
const hour = 3_600;

/** Hourly attempts at one email from unknown networks before each of them is slowed down. */
const attemptsElsewhere = 50;

/** Counted per email and network, so that the owner is not locked out elsewhere. */
const fromNetwork = (email: string, network: string) => `sign-in ${email} ${network}`;
const slowly = (email: string, network: string) => `sign-in slowly ${email} ${network}`;

/**
 * Counts a sign-in attempt. Throws when there were too many. One network has 10 attempts at one email per quarter of an
 * hour. Many networks would have 10 each, so there is a total limit, which must not lock the owner out: networks from
 * which the owner has signed in before are exempt, and any other still has one attempt per hour, which is enough for
 * someone who knows the password.
 */
export async function takeSignInAttempt(database: Database, email: string, network: string): Promise<void> {
  await takeAttempts(database, [
    { subject: `sign-in ${network}`, attempts: 100, windowInSeconds: quarterHour },
    { subject: fromNetwork(email, network), attempts: 10, windowInSeconds: quarterHour },
  ]);
  if (await isKnownNetwork(database, email, network)) return;
  const elsewhere = await countAttempt(database, `sign-in elsewhere ${email}`, hour);
  if (elsewhere.attempts <= attemptsElsewhere) return;
  await takeAttempts(database, [{ subject: slowly(email, network), attempts: 1, windowInSeconds: hour }]);
}

export async function rememberSignIn(database: Database, email: string, network: string): Promise<void> {
  await deleteAttempts(database, fromNetwork(email, network));
  await deleteAttempts(database, slowly(email, network));
  await rememberNetwork(database, email, network);
}
