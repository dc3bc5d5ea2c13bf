import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import type { RotatingKeys } from "./dashboard-keys.ts";

interface EncryptedRow {
  id: string;
  secret: string;
  backup_codes: string;
}

/**
 * Encrypts second factors with the current secret that were encrypted with the previous one. The library can decrypt with one
 * secret only, so this runs before it starts.
 */
export async function reencryptSecondFactors(
  database: Database,
  { current, previous }: RotatingKeys,
): Promise<void> {
  if (!previous) return;
  const { symmetricDecrypt, symmetricEncrypt } = await import("better-auth/crypto");
  const isCurrent = ({ secret: data }: EncryptedRow) =>
    symmetricDecrypt({ key: current.sessions, data }).then(
      () => true,
      () => false,
    );
  const convert = async (data: string) =>
    symmetricEncrypt({
      key: current.sessions,
      data: await symmetricDecrypt({ key: previous.sessions, data }),
    });
  const { rows } = await sql<EncryptedRow>`select id, secret, backup_codes from user_two_factor`.execute(
    database,
  );
  for (const row of rows) {
    if (await isCurrent(row)) continue;
    await sql`
      update user_two_factor set secret = ${await convert(row.secret)}, backup_codes = ${await convert(row.backup_codes)}
      where id = ${row.id} and secret = ${row.secret} and backup_codes = ${row.backup_codes}`.execute(
      database,
    );
  }
}
