import { createHash, hash } from "node:crypto";
import { Crypto } from "@trustnxt/c2pa-ts/crypto";
import {
  ActionAssertion,
  ActionType,
  ClaimVersion,
  DataHashAssertion,
  type DigitalSourceType,
  IngredientAssertion,
  type Manifest,
  ManifestStore,
  RelationshipType,
} from "@trustnxt/c2pa-ts/manifest";
import type { ContentCredentials, ImageOrigin } from "./content-credentials.ts";
import { nameSourceType } from "./iptc-xmp.ts";
import type { SigningCertificate } from "./signing-certificate.ts";
import { assetTypes, joinStores, readUpstream, type Upstream } from "./upstream-credentials.ts";

const hashAlgorithm = "SHA-256";
/** Room for the signature, which is written after its size is fixed. */
const signatureBytes = 160;

// The library hashes in JavaScript, which takes longer than everything else together.
Crypto.provider.streamingDigest = (algorithm) => {
  const digest = createHash(algorithm.replace("-", "").toLowerCase());
  return { update: (data) => digest.update(data), final: async () => Uint8Array.from(digest.digest()) };
};

/**
 * Creates a signer of C2PA manifests. Nothing in a manifest is random and it has no date: with an Ed25519 key, the same image and
 * origin give the same bytes, so a lost file can be generated again.
 */
export function createC2paCredentials(getCertificate: () => Promise<SigningCertificate>): ContentCredentials {
  return {
    async sign({ bytes, format }, origin) {
      const { signer } = await getCertificate();
      const mimeType = `image/${format}`;
      const asset = new assetTypes[format](bytes);
      const store = new ManifestStore();
      const upstream = origin.upstream && readUpstream(origin.upstream);
      const id = createId(bytes, origin, upstream);
      const manifest = store.createManifest({
        claimVersion: ClaimVersion.V2,
        assetFormat: mimeType,
        instanceID: `xmp:iid:${id}`,
        defaultHashAlgorithm: hashAlgorithm,
        signer,
      });
      manifest.label = `urn:c2pa:${id}`;
      if (manifest.claim) {
        manifest.claim.claimGeneratorName = "Mintwright";
        manifest.claim.claimGeneratorVersion = undefined;
      }
      if (manifest.signature) manifest.signature.signatureData.paddingLength = signatureBytes;
      const binding = DataHashAssertion.create(hashAlgorithm);
      manifest.addAssertion(binding);
      describeOrigin(manifest, origin, upstream);
      const write = () => {
        const ours = Buffer.from(store.getBytes());
        return upstream ? joinStores(ours, upstream) : ours;
      };
      await asset.ensureManifestSpace(write().length);
      await binding.updateWithAsset(asset);
      await manifest.sign(signer);
      await asset.writeManifestJUMBF(write());
      const { buffer, byteOffset, length } = await asset.getDataRange();
      return { bytes: Buffer.from(buffer, byteOffset, length), credential: manifest.label };
    },
  };
}

/** Says that the image was created, or that it was opened from what the engine had already signed. */
function describeOrigin(
  manifest: Manifest,
  { sourceType, madeBy }: ImageOrigin,
  upstream: Upstream | undefined,
): void {
  const ingredient = upstream && addIngredient(manifest, upstream);
  const actions = new ActionAssertion();
  actions.label = "c2pa.actions.v2";
  actions.actions.push({
    action: ingredient ? ActionType.C2paOpened : ActionType.C2paCreated,
    digitalSourceType: nameSourceType(sourceType) as DigitalSourceType,
    softwareAgent: { name: madeBy },
    ...(ingredient && { parameters: { ingredients: [manifest.createAssertionReference(ingredient)] } }),
  });
  manifest.addAssertion(actions);
}

function addIngredient(manifest: Manifest, { label, content }: Upstream): IngredientAssertion {
  const ingredient = IngredientAssertion.createV3(RelationshipType.ParentOf);
  ingredient.title = "Image of the engine";
  ingredient.activeManifest = {
    uri: `self#jumbf=/c2pa/${label}`,
    hash: Uint8Array.from(hash("sha256", content, "buffer")),
    algorithm: hashAlgorithm,
  };
  // Kept, not judged: a verifier checks the engine's signature itself.
  ingredient.validationResults = { activeManifest: { success: [], informational: [], failure: [] } };
  manifest.addAssertion(ingredient);
  return ingredient;
}

/** A UUID of version 8 from what the manifest is about. The engine's manifest is part of it: the image may be the same. */
function createId(
  bytes: Buffer,
  { madeBy, sourceType }: ImageOrigin,
  upstream: Upstream | undefined,
): string {
  const digest = createHash("sha256")
    .update(bytes)
    .update(JSON.stringify([madeBy, sourceType, upstream?.label]))
    .digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  return digest.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
