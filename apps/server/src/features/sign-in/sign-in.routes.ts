import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../platform/database/database.ts";
import { type AttemptLimit, takeAttempts } from "./attempts.repository.ts";
import { type Auth, addressHeader } from "./create-auth.ts";
import type { LetterBox } from "./letter-box.ts";
import { toNetwork } from "./network-address.ts";
import { isPlaceholderEmail } from "./placeholder-email.ts";
import { toSignInError } from "./sign-in.errors.ts";
import { rememberSignIn, takeSignInAttempt } from "./sign-in-attempts.ts";

interface AuthRoute {
  method: "GET" | "POST";
  path: string;
  /** What the attempt counts against, given the email of the body and the caller's network. */
  limits?: (email: string, network: string) => AttemptLimit[];
}

const quarterHour = 900;
const hour = 3600;

const byNetwork = (what: string, network: string, attempts: number, windowInSeconds: number) => ({
  subject: `${what} ${network}`,
  attempts,
  windowInSeconds,
});

const signInPath = "/sign-in/email";

/** The only doors of the sign-in library that are open; everything else that it could do is not served. */
const routes: AuthRoute[] = [
  {
    method: "POST",
    path: "/sign-up/email",
    limits: (email, network) => [
      byNetwork("sign-up", network, 20, hour),
      { subject: `letter ${email}`, attempts: 5, windowInSeconds: hour },
    ],
  },
  // Counted by rules of its own: see sign-in-attempts.ts.
  { method: "POST", path: signInPath },
  {
    method: "POST",
    path: "/request-password-reset",
    limits: (email, network) => [
      byNetwork("reset", network, 20, hour),
      { subject: `letter ${email}`, attempts: 5, windowInSeconds: hour },
    ],
  },
  {
    method: "POST",
    path: "/reset-password",
    limits: (_, network) => [byNetwork("token", network, 50, hour)],
  },
  { method: "GET", path: "/verify-email", limits: (_, network) => [byNetwork("token", network, 50, hour)] },
  {
    method: "POST",
    path: "/siwe/nonce",
    limits: (_, network) => [byNetwork("nonce", network, 100, quarterHour)],
  },
  {
    method: "POST",
    path: "/siwe/verify",
    limits: (_, network) => [byNetwork("wallet", network, 50, quarterHour)],
  },
  {
    method: "POST",
    path: "/change-password",
    limits: (_, network) => [byNetwork("change", network, 20, hour)],
  },
  { method: "POST", path: "/sign-out" },
];

const handedOn = new Set([
  ...["name", "email", "password", "currentPassword", "newPassword", "revokeOtherSessions", "token"],
  ...["message", "signature", "walletAddress", "chainId"],
]);

/** Serves signing up, in and out, with every attempt counted in the database. */
export function registerSignInRoutes(
  app: FastifyInstance,
  {
    auth,
    letters,
    database,
    publicUrl,
  }: { auth: Auth; letters: LetterBox; database: Database; publicUrl: string },
): void {
  for (const { method, path, limits } of routes) {
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
        await takeAttempts(database, limits?.(email, network) ?? []);
        const answer = await letters.watch(() => auth.handler(toWebRequest(request, publicUrl)));
        if (answer.ok && path === signInPath) await rememberSignIn(database, email, network);
        return sendAnswer(answer, reply);
      },
    });
  }
}

function readEmail(body: unknown): string {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === "string" ? email.trim().toLowerCase().slice(0, 320) : "";
}

function toWebRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers({ [addressHeader]: request.ip, "content-type": "application/json" });
  for (const name of ["cookie", "origin", "user-agent"] as const) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, name === "user-agent" ? value.slice(0, 512) : value);
  }
  const { origin } = new URL(publicUrl);
  const url = new URL(request.url.split("?", 1)[0] ?? "", origin);
  const { token } = request.query as { token?: unknown };
  if (typeof token === "string") url.searchParams.set("token", token);
  return new Request(url, {
    method: request.method,
    headers,
    ...(request.method === "POST" && { body: JSON.stringify(pickFields(request.body)) }),
  });
}

/** Hands on what these doors are for and nothing else, above all no address to send the browser on to. */
function pickFields(body: unknown): Record<string, unknown> {
  const given = Object.entries((body ?? {}) as Record<string, unknown>);
  return Object.fromEntries(given.filter(([name]) => handedOn.has(name)));
}

/** Cookies are all that a browser needs: the token itself is not told to the page. */
async function sendAnswer(answer: Response, reply: FastifyReply): Promise<FastifyReply> {
  const body = await readJson(answer);
  if (!answer.ok) throw toSignInError(answer.status, body);
  for (const cookie of answer.headers.getSetCookie()) reply.header("set-cookie", cookie);
  return reply.send({ done: true, ...("nonce" in body && { nonce: body.nonce }) });
}

async function readJson(answer: Response): Promise<{ code?: string; message?: string; nonce?: string }> {
  try {
    return ((await answer.json()) as object) ?? {};
  } catch {
    return {};
  }
}
