import { generateKeyPairSync, sign } from "node:crypto";

const COMMON_NAME = "0603550403";
const SUBJECT_ALT_NAME = "0603551d11";
const ECDSA_WITH_SHA256 = "06082a8648ce3d040302";

/** Creates a certificate for one host name. New for each run, so that no key is stored and none expires. */
export function createSelfSignedCertificate(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(Buffer.from(ECDSA_WITH_SHA256, "hex"));
  const name = sequence(der(0x31, sequence(Buffer.from(COMMON_NAME, "hex"), der(0x0c, Buffer.from(host)))));
  const altNames = der(0x04, sequence(der(0x82, Buffer.from(host))));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(utcTime(-1), utcTime(1)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(sequence(Buffer.from(SUBJECT_ALT_NAME, "hex"), altNames))),
  );
  const signature = sign("sha256", content, privateKey);
  const certificate = sequence(content, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = certificate.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

function sequence(...content: Buffer[]): Buffer {
  return der(0x30, ...content);
}

function utcTime(daysFromNow: number): Buffer {
  const date = new Date(Date.now() + daysFromNow * 86_400_000).toISOString();
  return der(0x17, Buffer.from(`${date.slice(2, 19).replace(/[-:T]/g, "")}Z`));
}
