import type { Database } from "../../platform/database/database.ts";
import { countAttempt, forgetAttempts, takeAttempts } from "../limits/index.ts";
import { isKnownNetwork, rememberNetwork } from "./known-networks.repository.ts";

const quarterHour = 900;
const hour = 3_600;

/** Attempts at one email from networks where its owner never was, in an hour, before each of them is slowed down. */
const attemptsElsewhere = 50;

/** An email is counted together with the network it is tried from: its owner elsewhere is not locked out. */
const fromNetwork = (email: string, network: string) => `sign-in ${email} ${network}`;
const slowly = (email: string, network: string) => `sign-in slowly ${email} ${network}`;

/**
 * Counts an attempt to sign in, and throws when it is one too many.
 *
 * One network has 10 tries at one email in a quarter of an hour. Many networks together would have 10 each, so there is a
 * limit over all of them, which must not become a way to lock the owner out: networks from which the owner has signed in
 * before are not counted in it and not held to it, and any other still has one try an hour, which is all that somebody
 * who knows the password needs.
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

/** Forgets the attempts that led to a right password, and remembers where it was typed. */
export async function rememberSignIn(database: Database, email: string, network: string): Promise<void> {
  await forgetAttempts(database, fromNetwork(email, network));
  await forgetAttempts(database, slowly(email, network));
  await rememberNetwork(database, email, network);
}
