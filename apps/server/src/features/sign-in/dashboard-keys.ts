import { hkdfSync } from "node:crypto";

/** Keys derived from one dashboard secret, one for each purpose, so that none can be used for another. */
export interface DashboardKeys {
  sessions: string;
  emailLinks: string;
  emailChanges: string;
  /** Identifies the secret without revealing it. */
  fingerprint: string;
}

export interface RotatingKeys {
  current: DashboardKeys;
  previous?: DashboardKeys | undefined;
}

/** Derives the dashboard's keys from its secrets (HKDF-SHA-256, RFC 5869). */
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
    emailChanges: derive("email changes"),
    fingerprint: derive("fingerprint"),
  };
}
