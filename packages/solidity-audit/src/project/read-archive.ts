import { crc32, inflateRawSync } from "node:zlib";
import { isProjectFile, UnreadableProjectError } from "./project-files.ts";

/** How much of an archive is unpacked. */
export interface ArchiveLimits {
  files: number;
  bytes: number;
}

interface Entry {
  name: string;
  method: number;
  isEncrypted: boolean;
  isLink: boolean;
  checksum: number;
  packedBytes: number;
  bytes: number;
  offset: number;
}

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const fileHeader = 0x04034b50;
const maxCommentBytes = 65_535;
const symbolicLink = 0o12;

/**
 * Unpacks the Solidity and settings files of a zip, in memory. Sizes and checksums are verified: fflate would silently cut
 * a file that is larger than it claims to be.
 */
export function readArchive(bytes: Uint8Array, limits: ArchiveLimits): Map<string, Uint8Array> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const entries = [...listEntries(archive)].filter(
      ({ name }) => isProjectFile(name) && !name.startsWith("__MACOSX/"),
    );
    assertWithin(limits, entries);
    const files = new Map<string, Uint8Array>();
    for (const entry of entries) {
      if (files.has(entry.name)) throw refuse(`contains ${entry.name} twice`);
      files.set(entry.name, unpack(archive, entry));
    }
    return files;
  } catch (error) {
    if (error instanceof UnreadableProjectError) throw error;
    throw new UnreadableProjectError("The file is not a zip archive, or it is damaged.", { cause: error });
  }
}

function* listEntries(archive: Buffer): Generator<Entry> {
  const end = findDirectoryEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (archive.readUInt32LE(at) !== directoryEntry) throw new RangeError("no directory entry");
    const nameBytes = archive.readUInt16LE(at + 28);
    const name = archive.toString("utf8", at + 46, at + 46 + nameBytes);
    if (/^[/\\]|^[A-Za-z]:|\\|\0|(?:^|\/)\.\.(?:\/|$)/.test(name))
      throw refuse("contains a path that leads out of the project");
    yield {
      name,
      method: archive.readUInt16LE(at + 10),
      isEncrypted: (archive.readUInt16LE(at + 8) & 1) === 1,
      isLink: archive.readUInt32LE(at + 38) >>> 28 === symbolicLink,
      checksum: archive.readUInt32LE(at + 16),
      packedBytes: archive.readUInt32LE(at + 20),
      bytes: archive.readUInt32LE(at + 24),
      offset: archive.readUInt32LE(at + 42),
    };
    at += 46 + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
}

function findDirectoryEnd(archive: Buffer): number {
  const first = Math.max(0, archive.length - 22 - maxCommentBytes);
  for (let at = archive.length - 22; at >= first; at--)
    if (archive.readUInt32LE(at) === directoryEnd) return at;
  throw new RangeError("no central directory");
}

function assertWithin({ files, bytes }: ArchiveLimits, entries: readonly Entry[]): void {
  const sum = entries.reduce((total, entry) => total + entry.bytes, 0);
  if (entries.length > files || sum > bytes)
    throw refuse(`has more than ${files} Solidity files or ${bytes / 1_000_000} MB of them`);
}

function unpack(archive: Buffer, entry: Entry): Uint8Array {
  const { name, method, bytes, packedBytes, offset, checksum } = entry;
  if (entry.isEncrypted) throw refuse(`contains ${name} encrypted`);
  if (entry.isLink) throw refuse(`contains ${name} as a symbolic link: put the file itself into it`);
  if (archive.readUInt32LE(offset) !== fileHeader) throw new RangeError("no file header");
  const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  const packed = archive.subarray(start, start + packedBytes);
  if (method !== 0 && method !== 8) throw refuse(`contains ${name} in an unknown compression`);
  const content = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) });
  if (content.length !== bytes || crc32(content) !== checksum) throw new RangeError("wrong size or checksum");
  return content;
}

function refuse(reason: string): UnreadableProjectError {
  return new UnreadableProjectError(`The zip ${reason}.`);
}
