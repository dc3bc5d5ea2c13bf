import { randomBytes } from "node:crypto";
import type { AuthRoutes } from "@mintwright/api-contract/dashboard";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Database } from "../../platform/database/database.ts";
import { type AttemptLimit, takeAttempts } from "../limits/index.ts";
import type { Auth } from "./create-auth.ts";
import type { EmailOutbox } from "./email-outbox.ts";
import { addressHeader, toNetwork } from "./network-address.ts";
import { isPlaceholderEmail } from "./placeholder-email.ts";
import { toSignInError } from "./sign-in.errors.ts";
import { rememberSignIn, takeSignInAttempt } from "./sign-in-attempts.ts";

type DeclaredPath = AuthRoutes[keyof AuthRoutes]["path"];

interface AuthRoute {
  /** POST by default. */
  method?: "GET" | "POST";
  path: DeclaredPath extends `/auth${infer Path}` ? Path : never;
  /** The only body fields passed to the library: above all no redirect URL. */
  fields: readonly string[];
  /** The only fields of the library's answer that are passed on; "all" for the options of the browser's WebAuthn API. */
  answers?: readonly (keyof LibraryAnswer)[] | "all";
  /** Limits per network. Never per email, which anyone could exhaust. */
  limits?: (network: string) => AttemptLimit[];
}

const quarterHour = 900;
const hour = 3600;

const byNetwork = (what: string, network: string, attempts: number, windowInSeconds: number) => ({
  subject: `${what} ${network}`,
  attempts,
  windowInSeconds,
});

const signUpPath = "/sign-up/email";
const signInPath = "/sign-in/email";
const confirmPath = "/confirm-email";

const limitCodes = (network: string) => [byNetwork("code", network, 50, quarterHour)];
const limitPasswords = (network: string) => [byNetwork("change", network, 20, hour)];
const limitTokens = (network: string) => [byNetwork("token", network, 50, hour)];
// Emails per recipient are limited when they are sent: see email-limits.ts.
const limitEmails = (network: string) => [byNetwork("email", network, 20, hour)];

/** The only endpoints of the sign-in library that are served. */
const routes: AuthRoute[] = [
  {
    path: signUpPath,
    fields: ["email"],
    limits: limitEmails,
  },
  { path: confirmPath, fields: ["token", "newPassword"], limits: limitTokens },
  // Has rules of its own: see sign-in-attempts.ts.
  { path: signInPath, fields: ["email", "password"] },
  {
    path: "/request-password-reset",
    fields: ["email"],
    limits: limitEmails,
  },
  { path: "/reset-password", fields: ["token", "newPassword"], limits: limitTokens },
  { path: "/two-factor/verify-totp", fields: ["code", "trustDevice"], limits: limitCodes },
  { path: "/two-factor/verify-backup-code", fields: ["code"], limits: limitCodes },
  {
    path: "/two-factor/enable",
    fields: ["password"],
    answers: ["totpURI", "backupCodes"],
    limits: limitPasswords,
  },
  { path: "/two-factor/disable", fields: ["password"], limits: limitPasswords },
  {
    path: "/two-factor/generate-backup-codes",
    fields: ["password"],
    answers: ["backupCodes"],
    limits: limitPasswords,
  },
  { method: "GET", path: "/passkey/generate-register-options", fields: [], answers: "all" },
  { path: "/passkey/verify-registration", fields: ["name", "response"], limits: limitCodes },
  {
    method: "GET",
    path: "/passkey/generate-authenticate-options",
    fields: [],
    answers: "all",
    limits: (network) => [byNetwork("passkey", network, 100, quarterHour)],
  },
  { path: "/passkey/verify-authentication", fields: ["response"], limits: limitCodes },
  { path: "/link-wallet", fields: ["message", "signature"], limits: limitCodes },
  {
    path: "/siwe/nonce",
    fields: [],
    answers: ["nonce"],
    limits: (network) => [byNetwork("nonce", network, 100, quarterHour)],
  },
  {
    path: "/siwe/verify",
    fields: ["message", "signature"],
    limits: (network) => [byNetwork("wallet", network, 50, quarterHour)],
  },
  {
    path: "/change-password",
    fields: ["currentPassword", "newPassword", "revokeOtherSessions"],
    limits: limitPasswords,
  },
  { path: "/sign-out", fields: [] },
];

export function registerSignInRoutes(
  app: FastifyInstance,
  {
    auth,
    outbox,
    database,
    publicUrl,
  }: { auth: Auth; outbox: EmailOutbox; database: Database; publicUrl: string },
): void {
  for (const route of routes) {
    const { method = "POST", path, answers = [], limits } = route;
    app.route({
      method,
      url: `/auth${path}`,
      exposeHeadRoute: false,
      config: { operationId: `dashboard${path.replaceAll("/", "-")}` },
      handler: async (request, reply) => {
        const email = readEmail(request.body);
        if (isPlaceholderEmail(email)) throw toSignInError(400, { code: "INVALID_EMAIL" });
        const network = toNetwork(request.ip);
        if (path === signInPath) await takeSignInAttempt(database, email, network);
        await takeAttempts(database, limits?.(network) ?? []);
        const answer = await outbox.watch(() => auth.handler(toWebRequest(request, route, publicUrl)));
        const body = await readJson(answer);
        if (!answer.ok) throw toSignInError(answer.status, body);
        const signedIn = findSignedInEmail(path, body, email);
        if (signedIn) await rememberSignIn(database, signedIn, network);
        // The browser only needs cookies: the token itself is not passed to the page.
        for (const cookie of answer.headers.getSetCookie()) reply.header("set-cookie", cookie);
        if (answers === "all") return reply.send(body);
        const passedOn = Object.fromEntries(answers.map((name) => [name, body[name]]));
        return reply.send({ done: true, ...passedOn, ...(body.twoFactorRedirect && { needsCode: true }) });
      },
    });
  }
}

function readEmail(body: unknown): string {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === "string" ? email.trim().toLowerCase().slice(0, 320) : "";
}

/** Finds the email of a user who has just signed in. A password alone is not enough where a code is asked for. */
function findSignedInEmail(path: AuthRoute["path"], body: LibraryAnswer, email: string): string | undefined {
  if (path === signInPath) return body.twoFactorRedirect ? undefined : email;
  if (path === confirmPath) return body.email;
  return path.startsWith("/two-factor/verify-") ? body.user?.email : undefined;
}

function toWebRequest(
  request: FastifyRequest,
  { method = "POST", path, fields }: AuthRoute,
  publicUrl: string,
): Request {
  const headers = new Headers({ [addressHeader]: request.ip, "content-type": "application/json" });
  for (const name of ["cookie", "origin", "user-agent"] as const) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, name === "user-agent" ? value.slice(0, 512) : value);
  }
  const { origin } = new URL(publicUrl);
  const url = new URL(request.url.split("?", 1)[0] ?? "", origin);
  if (method === "GET") return new Request(url, { headers });
  const given = Object.entries((request.body ?? {}) as Record<string, unknown>);
  const picked = Object.fromEntries(given.filter(([name]) => fields.includes(name)));
  return new Request(url, {
    method,
    headers,
    body: JSON.stringify(path === signUpPath ? completeSignUp(picked) : picked),
  });
}

/**
 * Adds the name and password that the library requires. The person who signs up need not be the one who receives the
 * email, so nothing that they choose is kept: this password is random, and confirming the email sets another.
 */
function completeSignUp(picked: Record<string, unknown>): Record<string, unknown> {
  const [name] = String(picked.email ?? "").split("@");
  return { ...picked, name, password: randomBytes(32).toString("base64url") };
}

interface LibraryAnswer {
  code?: string;
  message?: string;
  nonce?: string;
  email?: string;
  user?: { email?: string };
  twoFactorRedirect?: boolean;
  totpURI?: string;
  backupCodes?: string[];
}

async function readJson(answer: Response): Promise<LibraryAnswer> {
  try {
    return ((await answer.json()) as object) ?? {};
  } catch {
    return {};
  }
}
