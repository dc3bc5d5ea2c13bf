import { hkdfSync } from "node:crypto";

/** What follows from one dashboard secret: a key for each purpose, so that none can be used for another. */
export interface DashboardKeys {
  /** Signs the cookies of sessions. */
  sessions: string;
  /** Signs the links in confirmation emails. */
  emailLinks: string;
  /** Tells this secret from others without giving it away. */
  fingerprint: string;
}

/** The keys of the secret that signs, and of the one before while a rotation is under way. */
export interface RotatingKeys {
  current: DashboardKeys;
  previous?: DashboardKeys | undefined;
}

/** Derives the keys of the dashboard from its secrets (HKDF-SHA-256, RFC 5869). */
export function deriveDashboardKeys({
  secret,
  previousSecret,
}: {
  secret: string;
  previousSecret?: string | undefined;
}): RotatingKeys {
  return { current: deriveKeys(secret), previous: previousSecret ? deriveKeys(previousSecret) : undefined };
}

function deriveKeys(secret: string): DashboardKeys {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", secret, "", `mintwright dashboard ${purpose}`, 32)).toString("base64url");
  return {
    sessions: derive("sessions"),
    emailLinks: derive("email links"),
    fingerprint: derive("fingerprint"),
  };
}
