/** How an image came to be, as the IPTC names it. */
export type DigitalSourceType = "trainedAlgorithmicMedia" | "compositeSynthetic" | "algorithmicMedia";

export type CredentialFormat = "jpeg" | "png" | "webp";

/** What a credential says of an image. */
export interface ImageOrigin {
  sourceType: DigitalSourceType;
  /** The model or the engine that made the image. */
  madeBy: string;
  /** The credentials that the engine itself attached (a JUMBF manifest store), kept as an ingredient. */
  upstream: Buffer | undefined;
}

export interface SignedImage {
  bytes: Buffer;
  /** The label of the manifest, such as `urn:c2pa:…`. */
  credential: string;
}

/** Attaches C2PA content credentials. The pixels stay as they are. */
export interface ContentCredentials {
  sign(image: { bytes: Buffer; format: CredentialFormat }, origin: ImageOrigin): Promise<SignedImage>;
}
