import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { findFreePort, startIdentityProvider } from "@mintwright/test-harness";
import { expect, it, onTestFinished } from "vitest";
import { checkIdentityProvider } from "./check-identity-provider.ts";

const describeProvider = (port: number) => ({
  ...{ clientId: "mintwright", clientSecret: "x", name: "Harbour ID" },
  discoveryUrl: `http://127.0.0.1:${port}/.well-known/openid-configuration`,
});

it("tells a provider that answers from one that is down and from another kind of server", async () => {
  const port = await findFreePort();
  const config = describeProvider(port);
  await expect(checkIdentityProvider(config)).rejects.toThrow();
  const provider = await startIdentityProvider({ port, redirectUri: "http://dashboard.test/callback" });
  onTestFinished(provider.stop);
  expect(await checkIdentityProvider(config)).toBe(
    `http://127.0.0.1:${port} answers; the sign-in page calls it Harbour ID`,
  );
  const missing = { ...config, discoveryUrl: `http://127.0.0.1:${port}/nothing-here` };
  await expect(checkIdentityProvider(missing)).rejects.toThrow("nothing-here answers 404");
  const page = createServer((_request, response) => response.end("<h1>Welcome</h1>")).listen(0);
  onTestFinished(() => void page.close());
  const other = describeProvider((page.address() as AddressInfo).port);
  await expect(checkIdentityProvider(other)).rejects.toThrow("is no OpenID Connect provider");
});
