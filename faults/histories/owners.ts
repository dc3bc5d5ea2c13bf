import { randomUUID } from "node:crypto";
import { askMintwright, type MailServer, type TestDatabase } from "@mintwright/test-harness";
import { accountCount } from "./plan-operations.ts";

/** Who owns an account: signed in to the dashboard, with one API key that is never revoked. */
export interface Owner {
  accountId: string;
  cookie: string;
  key: string;
  keyId: string;
}

export const publicUrl = "http://dashboard.test";

const password = "correct horse battery";

/** The settings of a key without limits. */
export const plainKey = {
  name: "history",
  ratePerMinute: 1_000_000,
  expiresAt: null,
  allowedOperations: null,
  monthlyLimit: null,
};

/** Signs up the owners and grants each a million credits. The first one is an operator. */
export async function signUpOwners({
  url,
  mail,
  database,
  command,
}: {
  url: string;
  mail: MailServer;
  database: TestDatabase;
  command: string;
}): Promise<Owner[]> {
  async function call(path: string, body?: object, cookie = "") {
    const answer = await fetch(`${url}/dashboard/api${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        origin: publicUrl,
        cookie,
        // From addresses of their own: how often one may sign up is limited.
        "x-forwarded-for": `198.51.100.${Math.floor(Math.random() * 250) + 1}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} was refused: ${answer.status} ${text}`);
    const cookies = answer.headers.getSetCookie().map((each) => each.slice(0, each.indexOf(";")));
    return { cookie: cookies.join("; "), body: JSON.parse(text) };
  }

  const owners: Owner[] = [];
  for (let index = 0; index < accountCount; index++) {
    const email = `${randomUUID()}@example.com`;
    await call("/auth/sign-up/email", { email });
    const token = new URL((await mail.takeEmail(email)).link).searchParams.get("token");
    const { cookie } = await call("/auth/confirm-email", { token, newPassword: password });
    const { account } = (await call("/session", undefined, cookie)).body;
    if (index === 0)
      await askMintwright(
        ["admin", "operator", "add", "--user", email],
        { DATABASE_URL: database.url },
        command,
      );
    const operator = owners[0]?.cookie ?? cookie;
    const grant = { grantId: randomUUID(), credits: 1_000_000, note: "for histories" };
    await call(`/operator/accounts/${account.id}/grant`, grant, operator);
    const { id: keyId, key } = (await call("/keys", plainKey, cookie)).body;
    owners.push({ accountId: account.id, cookie, key, keyId });
  }
  return owners;
}
