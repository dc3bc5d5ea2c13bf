import {
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  webcrypto,
  X509Certificate,
} from "node:crypto";
import * as x509 from "@peculiar/x509";
import { CoseAlgorithmIdentifier, type Signer } from "@trustnxt/c2pa-ts/cose";

const pkcs8OfEd25519 = Buffer.from("302e020100300506032b657004220420", "hex");
const ed25519 = { name: "Ed25519" };
const yearInMs = 365.25 * 86_400_000;
/** Verifiers accept claims of certificates for document signing and for email. */
const usages = ["1.3.6.1.5.5.7.3.36", "1.3.6.1.5.5.7.3.4"];

/** What signs claims, and the certificate that a verifier must trust. */
export interface SigningCertificate {
  signer: Signer;
  /** PEM of the last certificate of the chain. */
  anchor: string;
}

/** A certificate that cannot sign content credentials. */
export class CertificateError extends Error {}

/** Reads the operator's certificate: PEM, the signing certificate first and the authorities above it after it. */
export function readCertificate(chain: string, key: string): SigningCertificate {
  const certificates = (chain.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (pem) => new X509Certificate(pem),
  );
  const [leaf] = certificates;
  if (!leaf) throw new CertificateError("contains no PEM certificate");
  if (leaf.ca || leaf.subject === leaf.issuer)
    throw new CertificateError(
      "starts with a self-signed certificate or an authority, which verifiers refuse",
    );
  const privateKey = createPrivateKey(key);
  if (!leaf.checkPrivateKey(privateKey)) throw new CertificateError("does not belong to the private key");
  return toSigningCertificate(certificates, privateKey);
}

function toSigningCertificate(certificates: X509Certificate[], key: KeyObject): SigningCertificate {
  const [leaf, ...chain] = certificates.map(toSignerCertificate);
  const { algorithm, digest } = chooseAlgorithm(key);
  return {
    signer: {
      algorithm,
      certificate: leaf as Signer["certificate"],
      // A verifier has the root; a chain that repeats it makes every image larger.
      chainCertificates: certificates.at(-1)?.ca ? chain.slice(0, -1) : chain,
      sign: async (payload) => sign(digest, payload, { key, dsaEncoding: "ieee-p1363" }),
    },
    anchor: certificates.at(-1)?.toString() ?? "",
  };
}

/** The signature needs the bytes alone. */
function toSignerCertificate({ raw }: X509Certificate): Signer["certificate"] {
  return { rawData: Uint8Array.from(raw).buffer } as Signer["certificate"];
}

function chooseAlgorithm(key: KeyObject): { algorithm: CoseAlgorithmIdentifier; digest: string | null } {
  const curve = key.asymmetricKeyDetails?.namedCurve;
  if (key.asymmetricKeyType === "ed25519")
    return { algorithm: CoseAlgorithmIdentifier.Ed25519, digest: null };
  if (curve === "prime256v1") return { algorithm: CoseAlgorithmIdentifier.ES256, digest: "sha256" };
  if (curve === "secp384r1") return { algorithm: CoseAlgorithmIdentifier.ES384, digest: "sha384" };
  throw new CertificateError("has a key that is neither Ed25519, P-256 nor P-384");
}

/**
 * Generates an authority and a certificate from a seed, for installations without a certificate of their own. The same seed
 * gives the same bytes, so that all processes sign alike.
 */
export async function generateCertificate(seed: Buffer, createdAt: Date): Promise<SigningCertificate> {
  const authority = await deriveKeys(seed, "authority");
  const leaf = await deriveKeys(seed, "image signer");
  const notAfter = (years: number) => new Date(createdAt.getTime() + years * yearInMs);
  const { KeyUsageFlags } = x509;
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: "01",
    name: "CN=Mintwright generated authority, O=Mintwright",
    notBefore: createdAt,
    notAfter: notAfter(30),
    signingAlgorithm: ed25519,
    keys: authority,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: "02",
    subject: "CN=Mintwright images, O=Mintwright",
    issuer: root.subject,
    notBefore: createdAt,
    notAfter: notAfter(20),
    signingAlgorithm: ed25519,
    publicKey: leaf.publicKey,
    signingKey: authority.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension(usages),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(leaf.publicKey),
    ],
  });
  const chain = [certificate, root].map((one) => new X509Certificate(one.toString("pem")));
  return toSigningCertificate(chain, leaf.key);
}

async function deriveKeys(seed: Buffer, purpose: string) {
  const secret = Buffer.from(hkdfSync("sha256", seed, "", `mintwright content credentials: ${purpose}`, 32));
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8OfEd25519, secret]),
    format: "der",
    type: "pkcs8",
  });
  const publicDer = createPublicKey(key).export({ format: "der", type: "spki" });
  const privateDer = key.export({ format: "der", type: "pkcs8" });
  return {
    key,
    privateKey: await webcrypto.subtle.importKey("pkcs8", privateDer, ed25519, true, ["sign"]),
    publicKey: await webcrypto.subtle.importKey("spki", publicDer, ed25519, true, ["verify"]),
  };
}
