import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../platform/database/database.ts";
import { type AttemptLimit, forgetAttempts, takeAttempts } from "./attempts.repository.ts";
import { type Auth, addressHeader } from "./create-auth.ts";
import { toNetwork } from "./network-address.ts";
import { toSignInError } from "./sign-in.errors.ts";

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

/** An email is counted together with the network it is tried from: its owner elsewhere is not locked out. */
const signInSubject = (email: string, network: string) => `sign-in ${email} ${network}`;

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
  {
    method: "POST",
    path: "/sign-in/email",
    limits: (email, network) => [
      byNetwork("sign-in", network, 100, quarterHour),
      { subject: signInSubject(email, network), attempts: 10, windowInSeconds: quarterHour },
    ],
  },
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

/** Serves signing up, in and out, with every attempt counted in the database. */
export function registerSignInRoutes(
  app: FastifyInstance,
  { auth, database, publicUrl }: { auth: Auth; database: Database; publicUrl: string },
): void {
  for (const { method, path, limits } of routes) {
    app.route({
      method,
      url: `/auth${path}`,
      exposeHeadRoute: false,
      config: { operationId: `dashboard${path.replaceAll("/", "-")}` },
      handler: async (request, reply) => {
        const email = readEmail(request.body);
        const network = toNetwork(request.ip);
        await takeAttempts(database, limits?.(email, network) ?? []);
        const answer = await auth.handler(toWebRequest(request, publicUrl));
        if (answer.ok && path === "/sign-in/email")
          await forgetAttempts(database, signInSubject(email, network));
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
  return new Request(new URL(request.url, origin), {
    method: request.method,
    headers,
    ...(request.method === "POST" && { body: JSON.stringify(request.body ?? {}) }),
  });
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
