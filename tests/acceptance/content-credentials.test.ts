import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CarReader } from "@ipld/car";
import {
  askMintwright,
  createTestAccount,
  findProgress,
  findTool,
  queueCollection,
  type RunningProcess,
  type VerifiedCredential,
  verifyCredentials,
} from "@mintwright/test-harness";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Installation, startInstallation } from "./installation.ts";

const python = findTool({
  variable: "C2PA_PYTHON",
  purpose: "the content credentials of images, verified by c2pa-python",
});
/** `npm run test:credentials` verifies 1,000 images. */
const images = Number(process.env.CREDENTIAL_IMAGES ?? 40);

/** An engine that returns the same image for every prompt. */
let engineImage: Buffer;
const engine = createServer((request, response) => {
  if (request.url === "/reference.png")
    return void response.writeHead(200, { "content-type": "image/png" }).end(engineImage);
  request.resume().on("end", () => {
    const answer =
      request.url === "/sdapi/v1/sd-models" ? [] : { images: [engineImage.toString("base64")], info: "{}" };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
});

const engineUrl = () => `http://127.0.0.1:${(engine.address() as AddressInfo).port}`;

describe.skipIf(!python)("content credentials", { timeout: 1_200_000 }, () => {
  let folder: string;
  let installation: Installation;
  let api: RunningProcess;
  let key: string;
  let anchor: string;
  let environment: Record<string, string>;

  const writeConfig = (name: string, more: object = {}) => {
    const file = join(folder, name);
    // JSON is YAML.
    writeFileSync(
      file,
      JSON.stringify({
        engines: { server: { type: "sd-web", baseUrl: engineUrl() } },
        models: { velogen: "server" },
        outbound: { allow: [new URL(engineUrl()).host] },
        ...more,
      }),
    );
    return file;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "mintwright-credentials-"));
    engineImage = await sharp({
      create: {
        width: 512,
        height: 512,
        channels: 3,
        background: "teal",
        noise: { type: "gaussian", mean: 120, sigma: 9 },
      },
    })
      .png()
      .toBuffer();
    await new Promise<void>((resolve) => engine.listen(0, "127.0.0.1", resolve));
    environment = {
      MINTWRIGHT_CONFIG: writeConfig("mintwright.yaml"),
      STORAGE_DIRECTORY: join(folder, "storage"),
    };
    installation = await startInstallation(environment);
    api = installation.api;
    await installation.startWorker(environment);
    ({ key } = await createTestAccount(installation.database.url, { rate: "none", credits: 100_000 }));
    const command = { DATABASE_URL: installation.database.url, ...environment };
    ({ certificate: anchor } = await askMintwright<{ certificate: string }>(
      ["admin", "image-certificate"],
      command,
    ));
  });

  afterAll(async () => {
    await installation?.stop();
    engine.closeAllConnections();
    engine.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const verify = (files: readonly string[]) => verifyCredentials(python as string, anchor, files);

  async function generate(request: object, accept: string, baseUrl = api.baseUrl): Promise<Buffer> {
    const response = await fetch(`${baseUrl}/nft/generate-image`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", accept },
      body: JSON.stringify({
        prompt: "a fox",
        model: "velogen",
        width: 512,
        height: 512,
        seed: 7,
        ...request,
      }),
    });
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  }

  async function verifyBytes(bytes: Buffer, extension: string): Promise<VerifiedCredential | undefined> {
    const file = join(folder, `image.${extension}`);
    writeFileSync(file, bytes);
    return (await verify([file]))[0];
  }

  async function makeCollection(amount: number) {
    const collectionId = await queueCollection(api.baseUrl, key, { amount });
    await vi.waitFor(
      async () => expect((await findProgress(api.baseUrl, key, collectionId))?.status).toBe("completed"),
      { timeout: 900_000, interval: 500 },
    );
    const stored = join(folder, "storage", "collections", collectionId);
    const files = readdirSync(stored).filter((name) => name.endsWith(".png"));
    expect(files).toHaveLength(amount);
    return { collectionId, stored, files };
  }

  const forged = { width: 768, height: 768, model: "nebula_forge_xl" };

  it.each([
    { type: "jpeg", request: {}, source: "trainedAlgorithmicMedia", madeBy: "velogen" },
    { type: "png", request: {}, source: "trainedAlgorithmicMedia", madeBy: "velogen" },
    { type: "webp", request: {}, source: "trainedAlgorithmicMedia", madeBy: "velogen" },
    { type: "jpeg", request: forged, source: "algorithmicMedia", madeBy: "nebula_forge_xl" },
  ])("are trusted in $type and say $source", async ({ type, request, source, madeBy }) => {
    const bytes = await generate(request, `image/${type}`);
    expect(await verifyBytes(bytes, type)).toMatchObject({
      state: "Trusted",
      problems: [],
      action: "c2pa.created",
      source,
      madeBy,
      ingredients: [],
    });
    const { xmp } = await sharp(bytes).metadata();
    expect(xmp?.toString()).toContain(`digitalsourcetype/${source}"`);
  });

  it("are signed with the operator's certificate, which a verifier trusts", async () => {
    const openssl = (command: string) =>
      execFileSync("openssl", command.split(" "), { stdio: "pipe", cwd: folder });
    openssl(
      "req -x509 -newkey ed25519 -nodes -keyout ca.key -out ca.pem -days 2 -subj /O=Example/CN=Authority",
    );
    openssl("genpkey -algorithm ed25519 -out images.key");
    openssl(
      "req -new -key images.key -subj /O=Example/CN=Images -out images.csr -addext keyUsage=critical,digitalSignature -addext extendedKeyUsage=emailProtection",
    );
    openssl(
      "x509 -req -in images.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -copy_extensions copy -out images.pem",
    );
    const [certificate, key] = [join(folder, "images.crt"), join(folder, "images.key")];
    const authority = readFileSync(join(folder, "ca.pem"), "utf8");
    writeFileSync(certificate, readFileSync(join(folder, "images.pem"), "utf8") + authority);
    const replica = await installation.startReplica({
      ...environment,
      ...{ CREDENTIALS_CERT_FILE: certificate, CREDENTIALS_KEY_FILE: key },
    });
    const bytes = await generate({}, "image/jpeg", replica.baseUrl);
    const file = join(folder, "operator.jpeg");
    writeFileSync(file, bytes);
    const states = async (trusted: string) =>
      (await verifyCredentials(python as string, trusted, [file])).map(({ state }) => state);
    expect(await states(authority)).toEqual(["Trusted"]);
    expect(await states(anchor)).not.toEqual(["Trusted"]);
  });

  it("leave the specification's form and the pixels as they are, and are the same for the same seed", async () => {
    const request = { ...forged, prompt: "a lighthouse" };
    const asked = async (): Promise<{ data: number[] }> =>
      JSON.parse((await generate(request, "application/json")).toString());
    const answer = await asked();
    expect(answer.data.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)).toBe(true);
    expect(answer.data.slice(0, 3)).toEqual([0xff, 0xd8, 0xff]);
    expect((await verifyBytes(Buffer.from(answer.data), "jpeg"))?.state).toBe("Trusted");
    expect(await asked()).toEqual(answer);
    const off = await installation.startReplica({
      MINTWRIGHT_CONFIG: writeConfig("off.yaml", { images: { contentCredentials: false } }),
    });
    const plain = JSON.parse((await generate(request, "application/json", off.baseUrl)).toString());
    expect((await verifyBytes(Buffer.from(plain.data), "jpeg"))?.state).toBe("None");
    expect({ ...answer, data: [] }).toEqual({ ...plain, data: [] });
    const pixelsOf = (bytes: number[]) => sharp(Buffer.from(bytes)).raw().toBuffer();
    expect((await pixelsOf(answer.data)).equals(await pixelsOf(plain.data))).toBe(true);
    expect((await sharp(Buffer.from(plain.data)).metadata()).xmp).toBeUndefined();
  });

  it("say compositeSynthetic for an image that starts from a reference", async () => {
    const bytes = await generate({ image: `${engineUrl()}/reference.png`, ...forged }, "image/png");
    expect(await verifyBytes(bytes, "png")).toMatchObject({ state: "Trusted", source: "compositeSynthetic" });
  });

  it("keep the credentials of the engine as an ingredient", async () => {
    const plainImage = engineImage;
    engineImage = await generate({}, "image/png");
    const upstream = await verifyBytes(engineImage, "png");
    for (const type of ["png", "jpeg", "webp"]) {
      const bytes = await generate({ prompt: "another fox" }, `image/${type}`);
      expect(await verifyBytes(bytes, type)).toMatchObject({
        state: "Trusted",
        problems: [],
        action: "c2pa.opened",
        ingredients: [upstream?.manifest],
      });
    }
    engineImage = plainImage;
  });

  it(`are trusted in ${images} images of a collection, whose rows name them; a changed pixel is noticed`, async () => {
    const { collectionId, stored, files } = await makeCollection(images);
    const verified = await verify(files.map((name) => join(stored, name)));
    expect(verified.filter(({ state }) => state !== "Trusted")).toEqual([]);
    expect(verified).toHaveLength(images);
    const rows = await installation.database.query<{ number: number; credential: string }>(
      "select number, credential from collection_image where collection_id = $1",
      [collectionId],
    );
    const named = new Map(rows.map(({ number, credential }) => [number, credential]));
    for (const [index, name] of files.entries())
      expect(verified[index]?.manifest).toBe(named.get(Number.parseInt(name, 10)));
    const signed = readFileSync(join(stored, files[0] as string));
    expect(await verifyBytes(await changePixel(signed), "png")).toMatchObject({
      state: "Invalid",
      problems: expect.arrayContaining(["assertion.dataHash.mismatch"]),
    });
  });

  it("are named by the metadata of a token, and a lost file comes back with the same ones", async () => {
    const { collectionId, stored, files } = await makeCollection(2);
    const [file = ""] = files;
    const id = Number.parseInt(file, 10);
    const response = await fetch(`${api.baseUrl}/nft/mint-nft`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ collectionId, name: "Fox", description: "A fox", symbol: "FOX", ids: [id] }),
    });
    expect(response.status).toBe(200);
    const { tokens } = (await response.json()) as { tokens: [{ tokenURI: string }] };
    const path = join(stored, file);
    const [verified] = await verify([path]);
    expect(await readMetadata(collectionId, tokens[0].tokenURI)).toMatchObject({
      properties: { id, contentCredentials: { standard: "C2PA", manifest: verified?.manifest } },
    });

    const bytes = readFileSync(path);
    rmSync(path);
    const command = { DATABASE_URL: installation.database.url, ...environment };
    const { imagesWithoutFiles } = await askMintwright<{ imagesWithoutFiles: object[] }>(
      ["admin", "reconcile", "--since", "2026-01-01"],
      command,
    );
    expect(imagesWithoutFiles).toMatchObject([{ collectionId, number: id }]);
    await vi.waitFor(() => expect(readFileSync(path).equals(bytes)).toBe(true), { timeout: 60_000 });
  });

  async function readMetadata(collectionId: string, tokenUri: string): Promise<unknown> {
    const response = await fetch(`${api.baseUrl}/nft/collections/${collectionId}/export.car`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const reader = await CarReader.fromBytes(new Uint8Array(await response.arrayBuffer()));
    for await (const { cid, bytes } of reader.blocks())
      if (`ipfs://${cid}` === tokenUri) return JSON.parse(Buffer.from(bytes).toString());
    return undefined;
  }
});

/** Changes one pixel and puts the manifest of the signed image back. */
async function changePixel(signed: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(signed).raw().toBuffer({ resolveWithObject: true });
  data[0] = (data[0] ?? 0) ^ 1;
  const { width, height, channels } = info;
  const changed = await sharp(data, { raw: { width, height, channels } }).png().toBuffer();
  const start = signed.indexOf("caBX") - 4;
  const manifest = signed.subarray(start, start + 12 + signed.readUInt32BE(start));
  const headerEnd = 33;
  return Buffer.concat([changed.subarray(0, headerEnd), manifest, changed.subarray(headerEnd)]);
}
