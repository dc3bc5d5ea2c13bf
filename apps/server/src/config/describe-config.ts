import type { ChainConfig, PinningConfig } from "./chain-config.ts";
import type { Config, EngineConfig } from "./config.ts";

function maskUrl(text: string): string {
  const url = new URL(text);
  if (url.password) url.password = "***";
  for (const name of ["password", "sslpassword"])
    if (url.searchParams.has(name)) url.searchParams.set(name, "***");
  return url.href;
}

function describeEngine(engine: EngineConfig) {
  if (!("servers" in engine)) return engine;
  const servers = engine.servers.map((server) => ({ ...server, baseUrl: maskUrl(server.baseUrl) }));
  const shown = { ...engine, servers };
  return "apiKey" in shown ? { ...shown, apiKey: shown.apiKey ? "***" : undefined } : shown;
}

/** Shows only the host: URLs of hosted nodes contain a key in the path or query. */
function maskChain(chain: ChainConfig) {
  return {
    ...chain,
    rpcUrl: `${new URL(chain.rpcUrl).origin}/***`,
    signerKey: chain.signerKey ? "***" : undefined,
  };
}

function maskPinning(pinning: PinningConfig) {
  return pinning.type === "kubo"
    ? { ...pinning, rpcUrl: maskUrl(pinning.rpcUrl), authorization: pinning.authorization && "***" }
    : { ...pinning, endpoint: maskUrl(pinning.endpoint), accessToken: pinning.accessToken && "***" };
}

export function describeConfig(config: Config) {
  return {
    ...config,
    databaseUrl: maskUrl(config.databaseUrl),
    databaseDirectUrl: config.databaseDirectUrl && maskUrl(config.databaseDirectUrl),
    databaseReadUrl: config.databaseReadUrl && maskUrl(config.databaseReadUrl),
    storage:
      "credentials" in config.storage && config.storage.credentials
        ? { ...config.storage, credentials: { ...config.storage.credentials, secretAccessKey: "***" } }
        : config.storage,
    dashboard: config.dashboard && {
      ...config.dashboard,
      secret: "***",
      previousSecret: config.dashboard.previousSecret && "***",
      oidc: config.dashboard.oidc && { ...config.dashboard.oidc, clientSecret: "***" },
    },
    payments: config.payments && { ...config.payments, secretKey: "***", webhookSecret: "***" },
    mail: { ...config.mail, smtpUrl: config.mail.smtpUrl && maskUrl(config.mail.smtpUrl) },
    otlpEndpoint: config.otlpEndpoint && maskUrl(config.otlpEndpoint),
    engines: Object.fromEntries(
      Object.entries(config.engines).map(([name, engine]) => [name, describeEngine(engine)]),
    ),
    chains: Object.fromEntries(Object.entries(config.chains).map(([id, chain]) => [id, maskChain(chain)])),
    pinning: config.pinning && maskPinning(config.pinning),
  };
}
