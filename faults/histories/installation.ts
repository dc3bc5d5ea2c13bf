import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Anvil,
  askMintwright,
  createDatabase,
  findFreePort,
  type InstantImageServer,
  type Link,
  mintwrightCommand,
  type ScriptedModelServer,
  startAnvil,
  startInstantImageServer,
  startMailServer,
  startScriptedModelServer,
  startToxiproxy,
  type TestDatabase,
} from "@mintwright/test-harness";
import { startWebhookReceiver, type WebhookReceiver } from "../webhook-receiver.ts";
import { type Owner, publicUrl, signUpOwners } from "./owners.ts";
import { apiNames, type Part, parts, workerNames } from "./plan-faults.ts";
import { createProcessSlot, type ProcessSlot } from "./process-slot.ts";
import { type SmallObjectStore, startSmallObjectStore } from "./small-object-store.ts";
import type { Tools } from "./tools.ts";

export const chainId = 31_337;

/** The price of a mint, in 1/100 credits. */
export const mintPrice = 50;

/** Three API and two worker processes with everything around them; each connection passes toxiproxy. */
export interface Installation {
  database: TestDatabase;
  anvil: Anvil;
  contract: string;
  objects: SmallObjectStore;
  images: InstantImageServer;
  model: ScriptedModelServer;
  receiver: WebhookReceiver;
  processes: ProcessSlot[];
  /** By name: `api-1-postgres`, and `api-1-clients` for what reaches the process. */
  links: Map<string, Link>;
  /** Where clients reach each API process. */
  apiUrls: string[];
  owners: Owner[];
  stop(): Promise<void>;
}

/** Starts it on an empty database. `command` is the `mintwright` that it runs. */
export async function startInstallation(
  tools: Tools,
  serverUrl: string,
  command = mintwrightCommand,
): Promise<Installation> {
  // Stops in the opposite order what was started, also when a later part fails to start.
  await using started = new AsyncDisposableStack();
  const stopLater = <Server extends { stop(): unknown }>(server: Server): Server => {
    started.defer(async () => void (await server.stop()));
    return server;
  };
  const folder = mkdtempSync(join(tmpdir(), "mintwright-histories-"));
  started.defer(() => rmSync(folder, { recursive: true }));
  const database = await createDatabase(serverUrl);
  started.defer(() => database.drop());
  const anvil = stopLater(await startAnvil());
  // With grain, an answer with an image is too large for a row of the database.
  const images = stopLater(await startInstantImageServer(2));
  const model = stopLater(await startScriptedModelServer());
  const mail = stopLater(await startMailServer());
  const receiver = stopLater(await startWebhookReceiver());
  const objects = stopLater(await startSmallObjectStore(tools.minio));
  const proxy = stopLater(await startToxiproxy(tools.toxiproxy));
  const links = new Map<string, Link>();
  const hostOf = (url: string) => new URL(url).host;
  const servers: Record<Part, string> = {
    postgres: hostOf(database.url),
    objects: objects.hostAndPort,
    chat: hostOf(model.baseUrl),
    images: hostOf(images.baseUrl),
    chain: hostOf(anvil.rpcUrl),
  };
  const signer = { file: join(folder, "signer") };
  writeFileSync(signer.file, anvil.wallets[0]?.privateKey ?? "");

  const writeConfig = (name: string, at: Record<Part, string>, contract?: string) => {
    const path = join(folder, `${name}.yaml`);
    const patience = { timeoutInMs: 2_500 };
    const settings = {
      engines: {
        chat: {
          type: "openai",
          baseUrl: `http://${at.chat}/v1`,
          model: "scripted",
          silenceInMs: 1_500,
          ...patience,
        },
        images: { type: "sd-web", baseUrl: `http://${at.images}`, ...patience },
      },
      models: { prompt_enhancer: "chat", general_assistant: "chat", velogen: "images" },
      chains: {
        [chainId]: { rpcUrl: `http://${at.chain}`, signer, confirmations: 0, ...(contract && { contract }) },
      },
      minting: { priceInCredits: mintPrice / 100 },
      outbound: { allow: [receiver.hostAndPort] },
    };
    // JSON is YAML.
    writeFileSync(path, JSON.stringify(settings));
    return path;
  };

  await askMintwright(["migrate"], { DATABASE_URL: database.url }, command);
  const deploy = ["admin", "contract", "deploy", "--chain", String(chainId), "--name", "F", "--symbol", "F"];
  const { address: contract } = await askMintwright<{ address: string }>(
    deploy,
    { DATABASE_URL: database.url, MINTWRIGHT_CONFIG: writeConfig("deploy", servers) },
    command,
  );

  const linkTo = async (name: string, upstream: string) => {
    const link = await proxy.link(name, upstream);
    links.set(name, link);
    return link.hostAndPort;
  };
  const apiUrls: string[] = [];
  const processes: ProcessSlot[] = [];
  for (const name of [...apiNames, ...workerNames]) {
    const at = { ...servers };
    for (const part of parts) at[part] = await linkTo(`${name}-${part}`, servers[part]);
    const port = String(await findFreePort());
    if (name.startsWith("api"))
      apiUrls.push(`http://${await linkTo(`${name}-clients`, `127.0.0.1:${port}`)}`);
    const databaseUrl = new URL(database.url);
    databaseUrl.host = at.postgres;
    const environment = {
      ...objects.environment,
      DATABASE_URL: databaseUrl.href,
      S3_ENDPOINT: `http://${at.objects}`,
      MINTWRIGHT_CONFIG: writeConfig(name, at, contract),
      PORT: port,
      PUBLIC_URL: publicUrl,
      DASHBOARD_SECRET: "a secret of the tests that is long enough",
      SMTP_URL: mail.url,
      TRUSTED_PROXIES: "127.0.0.1",
    };
    const { fakeTimeLibrary } = tools;
    processes.push(createProcessSlot({ name, folder, fakeTimeLibrary, environment, command }));
  }
  started.defer(async () => {
    await Promise.all(processes.map((slot) => slot.kill()));
  });
  await Promise.all(processes.map((slot) => slot.start()));
  const owners = await signUpOwners({ url: apiUrls[0] as string, mail, database, command });
  const everything = started.move();

  return {
    database,
    anvil,
    contract,
    objects,
    images,
    model,
    receiver,
    processes,
    links,
    apiUrls,
    owners,
    stop: () => everything.disposeAsync(),
  };
}
