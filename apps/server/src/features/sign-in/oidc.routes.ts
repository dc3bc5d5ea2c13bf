import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../platform/database/database.ts";
import { takeAttempts } from "../limits/index.ts";
import { addressHeader, toNetwork } from "./network-address.ts";
import { oidcProvider } from "./oidc-provider.ts";
import type { OidcSignIn } from "./oidc-sign-in.ts";
import { toSignInError } from "./sign-in.errors.ts";

/** Serves which identity provider there is, the way to it and the way back. */
export function registerOidcRoutes(
  app: FastifyInstance,
  { database, publicUrl, oidc }: { database: Database; publicUrl: string; oidc?: OidcSignIn | undefined },
): void {
  const base = { exposeHeadRoute: false, config: { operationId: "dashboard-oidc" } };
  app.get("/auth/providers", base, () => ({ oidc: oidc ? { name: oidc.name } : null }));
  if (!oidc) return;

  const libraryUrl = (path: string) => new URL(`/dashboard/api/auth${path}`, publicUrl);

  app.post("/auth/sign-in/oidc", base, async (request, reply) => {
    await limit(request);
    const auth = await oidc.getAuth();
    const body = {
      provider: oidcProvider,
      callbackURL: toDashboardUrl(publicUrl, request.body),
      errorCallbackURL: `${publicUrl}/dashboard/sign-in`,
      disableRedirect: true,
    };
    const answer = await auth.handler(
      new Request(libraryUrl("/sign-in/social"), {
        method: "POST",
        headers: toHeaders(request),
        body: JSON.stringify(body),
      }),
    );
    const { url, ...failure } = (await answer.json()) as { url?: string; code?: string };
    if (!answer.ok || !url) throw toSignInError(answer.ok ? 503 : answer.status, failure);
    passCookies(answer, reply);
    return reply.send({ done: true, url });
  });

  app.get(`/auth/callback/${oidcProvider}`, base, async (request, reply) => {
    await limit(request);
    const auth = await oidc.getAuth();
    const url = libraryUrl(`/callback/${oidcProvider}`);
    url.search = new URL(request.url, publicUrl).search;
    const answer = await auth.handler(new Request(url, { headers: toHeaders(request) }));
    passCookies(answer, reply);
    return reply.redirect(answer.headers.get("location") ?? `${publicUrl}/dashboard/sign-in?error=unknown`);
  });

  const limit = (request: FastifyRequest) =>
    takeAttempts(database, [
      { subject: `oidc ${toNetwork(request.ip)}`, attempts: 100, windowInSeconds: 900 },
    ]);
}

/** The page that was asked for, or the first one. Never an address outside the dashboard. */
function toDashboardUrl(publicUrl: string, body: unknown): string {
  const { next } = (body ?? {}) as { next?: unknown };
  const home = `${publicUrl}/dashboard`;
  const wanted = typeof next === "string" && next.startsWith("/") ? URL.parse(home + next) : null;
  return wanted?.href.startsWith(`${home}/`) ? wanted.href : home;
}

function toHeaders(request: FastifyRequest): Headers {
  const headers = new Headers({ [addressHeader]: request.ip, "content-type": "application/json" });
  for (const name of ["cookie", "origin", "user-agent"] as const) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value.slice(0, 8_192));
  }
  return headers;
}

function passCookies(answer: Response, reply: FastifyReply): void {
  for (const cookie of answer.headers.getSetCookie()) reply.header("set-cookie", cookie);
}
