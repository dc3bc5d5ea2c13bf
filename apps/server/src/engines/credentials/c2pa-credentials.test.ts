import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createC2paCredentials } from "./c2pa-credentials.ts";
import type { ContentCredentials, ImageOrigin } from "./content-credentials.ts";
import { addXmpToPng, writeXmp } from "./iptc-xmp.ts";
import { generateCertificate, readCertificate } from "./signing-certificate.ts";
import { findCredentials, readUpstream } from "./upstream-credentials.ts";

const origin: ImageOrigin = { sourceType: "algorithmicMedia", madeBy: "velogen", upstream: undefined };
const formats = ["png", "jpeg", "webp"] as const;
const createdAt = new Date("2026-01-01T00:00:00Z");

const signWith = (seed: number): ContentCredentials =>
  createC2paCredentials(() => generateCertificate(Buffer.alloc(32, seed), createdAt));

function draw(format: (typeof formats)[number], side = 64): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 20 } as const;
  return sharp({ create: { width: side, height: side, channels: 3, background: "teal", noise } })
    .toFormat(format)
    .toBuffer();
}

describe.each(formats)("a signed %s", (format) => {
  it("has the same bytes for the same image, certificate and origin, and the same pixels as before", async () => {
    const bytes = await draw(format);
    const one = await signWith(1).sign({ bytes, format }, origin);
    expect(await signWith(1).sign({ bytes, format }, origin)).toEqual(one);
    expect((await signWith(2).sign({ bytes, format }, origin)).bytes.equals(one.bytes)).toBe(false);
    const pixels = async (image: Buffer) => (await sharp(image).raw().toBuffer()).toString("base64");
    expect(await pixels(one.bytes)).toBe(await pixels(bytes));
    expect(readUpstream(findCredentials(one.bytes, format) as Buffer).label).toBe(one.credential);
  });

  it("keeps the manifests of the engine as they were", async () => {
    const upstream = await signWith(1).sign({ bytes: await draw(format), format }, origin);
    const found = findCredentials(upstream.bytes, format) as Buffer;
    const signed = await signWith(2).sign({ bytes: upstream.bytes, format }, { ...origin, upstream: found });
    const both = findCredentials(signed.bytes, format) as Buffer;
    expect(both.includes(readUpstream(found).manifests)).toBe(true);
    expect(readUpstream(both).label).toBe(signed.credential);
    expect(signed.credential).not.toBe(upstream.credential);
  });

  it("is no upstream when its manifest cannot be read", async () => {
    const bytes = await draw(format);
    expect(findCredentials(bytes, format)).toBeUndefined();
    const signed = await signWith(1).sign({ bytes, format }, origin);
    signed.bytes.fill(0xff, signed.bytes.indexOf("jumd") + 4, signed.bytes.indexOf("jumd") + 60);
    expect(findCredentials(signed.bytes, format)).toBeUndefined();
    expect(findCredentials(Buffer.from("no image"), format)).toBeUndefined();
  });
});

it("adds XMP to a PNG that every reader finds", async () => {
  const png = addXmpToPng(await draw("png"), writeXmp("trainedAlgorithmicMedia"));
  const { xmp } = await sharp(png).metadata();
  expect(xmp?.toString()).toContain("digitalsourcetype/trainedAlgorithmicMedia");
});

describe("the operator's certificate", () => {
  let folder: string;
  const at = (name: string) => join(folder, name);
  const read = (name: string) => readFileSync(at(name), "utf8");
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "pipe", cwd: folder });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "mintwright-certificate-"));
    const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    openssl("req", "-x509", ...curve, "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=CA");
    openssl("req", ...curve, "-keyout", "leaf.key", "-out", "leaf.csr", "-subj", "/CN=Images");
    writeFileSync(at("usage"), "basicConstraints=CA:FALSE\nextendedKeyUsage=emailProtection");
    const authority = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"];
    openssl(
      "x509",
      "-req",
      "-in",
      "leaf.csr",
      ...authority,
      "-out",
      "leaf.pem",
      "-days",
      "2",
      "-extfile",
      "usage",
    );
    openssl("genpkey", "-algorithm", "ed25519", "-out", "other.key");
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it("signs with its leaf, and names the authority to trust", async () => {
    const certificate = readCertificate(read("leaf.pem") + read("ca.pem"), read("leaf.key"));
    expect(certificate.anchor.trim()).toBe(read("ca.pem").trim());
    expect(certificate.signer.chainCertificates).toEqual([]);
    const credentials = createC2paCredentials(async () => certificate);
    const { bytes } = await credentials.sign({ bytes: await draw("png"), format: "png" }, origin);
    expect(findCredentials(bytes, "png")).toBeDefined();
  });

  it.each([
    ["ca.pem", "ca.key", "self-signed"],
    ["leaf.pem", "other.key", "does not belong"],
    ["usage", "leaf.key", "no PEM certificate"],
  ])("is refused as %s with %s: %s", (chain, key, reason) => {
    expect(() => readCertificate(read(chain), read(key))).toThrow(reason);
  });
});
