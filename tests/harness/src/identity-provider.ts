import { once } from "node:events";
import type { Server } from "node:http";
import { Provider } from "oidc-provider";

/** A real OpenID Connect provider on this machine, at which anybody signs in with an email as the user name. */
export interface IdentityProvider {
  /** Signs in as a browser does, and returns where the provider sends it then. */
  signIn(url: string, email: string): Promise<URL>;
  stop(): Promise<void>;
}

export const oidcClient = { id: "mintwright", secret: "the secret of the client" };

const lifetimeInSeconds = 3_600;

/** Starts the provider. Emails that begin with `unconfirmed` are not confirmed. */
export async function startIdentityProvider({
  port,
  redirectUri,
  hostName = "127.0.0.1",
}: {
  port: number;
  redirectUri: string;
  /** The name that browsers and the API know it by. */
  hostName?: string;
}): Promise<IdentityProvider> {
  const provider = new Provider(`http://${hostName}:${port}`, {
    clients: [
      {
        client_id: oidcClient.id,
        client_secret: oidcClient.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    ttl: {
      ...{ Interaction: lifetimeInSeconds, Session: lifetimeInSeconds, Grant: lifetimeInSeconds },
      ...{ AccessToken: lifetimeInSeconds, IdToken: lifetimeInSeconds },
    },
    cookies: { keys: ["a key of the tests"] },
    findAccount: (_context, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: !email.startsWith("unconfirmed") }),
    }),
  });
  const server: Server = provider.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    async signIn(url, email) {
      const cookies = new Map<string, string>();
      let answer = await visit(url);
      async function visit(address: string, body?: URLSearchParams): Promise<Response> {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const given = await fetch(address, {
          redirect: "manual",
          headers: { cookie },
          ...(body && { method: "POST", body }),
        });
        for (const set of given.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          cookies.set(name, value);
        }
        return given;
      }
      for (let step = 0; step < 20; step += 1) {
        const location = answer.headers.get("location");
        if (location) {
          const next = new URL(location, answer.url);
          if (next.port !== String(port)) return next;
          answer = await visit(next.href);
          continue;
        }
        const prompt = /name="prompt" value="(\w+)"/.exec(await answer.text())?.[1];
        if (!prompt) throw new Error(`the identity provider answered ${answer.status} at ${answer.url}`);
        answer = await visit(answer.url, new URLSearchParams({ prompt, login: email, password: "x" }));
      }
      throw new Error("the identity provider sent the browser in circles");
    },
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
