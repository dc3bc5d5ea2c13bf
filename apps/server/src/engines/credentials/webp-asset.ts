import type { Asset } from "@trustnxt/c2pa-ts/asset";

const chunkName = "C2PA";
const riffHeader = 12;
const chunkHeader = 8;

/** A WebP file with its manifest in a RIFF chunk at the end: c2pa-ts knows PNG and JPEG only. */
export class WebpAsset implements Asset {
  readonly mimeType = "image/webp";
  private bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes);
  }

  private findManifest(): { start: number; length: number } | undefined {
    for (let start = riffHeader; start + chunkHeader <= this.bytes.length; ) {
      const length = this.bytes.readUInt32LE(start + 4);
      if (this.bytes.toString("latin1", start, start + 4) === chunkName) return { start, length };
      start += chunkHeader + length + (length % 2);
    }
    return undefined;
  }

  getDataLength(): number {
    return this.bytes.length;
  }

  async getDataRange(start = 0, length = this.bytes.length - start): Promise<Uint8Array> {
    return this.bytes.subarray(start, start + length);
  }

  getManifestJUMBF(): Uint8Array | undefined {
    const found = this.findManifest();
    const start = (found?.start ?? 0) + chunkHeader;
    return found && this.bytes.subarray(start, start + found.length);
  }

  async ensureManifestSpace(length: number): Promise<void> {
    const old = this.findManifest();
    const end = old ? old.start + chunkHeader + old.length + (old.length % 2) : 0;
    const rest = old
      ? Buffer.concat([this.bytes.subarray(0, old.start), this.bytes.subarray(end)])
      : this.bytes;
    const chunk = Buffer.alloc(chunkHeader + length + (length % 2));
    chunk.write(chunkName, "latin1");
    chunk.writeUInt32LE(length, 4);
    this.bytes = Buffer.concat([rest, chunk]);
    this.bytes.writeUInt32LE(this.bytes.length - 8, 4);
  }

  getHashExclusionRange(): { start: number; length: number } {
    const { start, length } = this.findManifest() ?? { start: 0, length: 0 };
    // Without the padding byte, as verifiers locate the chunk.
    return { start, length: chunkHeader + length };
  }

  async writeManifestJUMBF(jumbf: Uint8Array): Promise<void> {
    this.bytes.set(jumbf, this.getHashExclusionRange().start + chunkHeader);
  }

  dumpInfo(): string {
    return "WebP file";
  }
}
