import type { Readable } from "node:stream";
import { ServiceUnavailableError } from "../../platform/errors.ts";

const safeName = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_.-]*[A-Za-z0-9_-])*$/;

/** A part of an object: first and last byte, counted from 0 and inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

export interface OpenedObject {
  stream: Readable;
  bytes: number;
}

/**
 * Stores bytes under names. When `put` returns, the bytes must survive a crash: callers may already have been told about
 * them.
 */
export interface ObjectStore {
  /** Stores or replaces an object. Readers see the old or the new bytes, never a mixture. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Stores an object unless the name exists. Returns whether it did. */
  putNew(name: string, bytes: Buffer): Promise<boolean>;
  /** Undefined when the object does not exist. */
  get(name: string): Promise<Buffer | undefined>;
  /** Opens an object, or a part of it, as a stream that the caller must read or destroy. */
  open(name: string, range?: ByteRange): Promise<OpenedObject | undefined>;
  measure(name: string): Promise<{ bytes: number } | undefined>;
  /** Lists names with the prefix in order: `a/` lists a folder, `a/b` also finds `a/bc`. */
  list(prefix: string): AsyncIterable<string>;
  delete(name: string): Promise<void>;
  close(): void;
}

/** The storage failed. The message for callers is generic; `reason` is for the operator. */
export class StorageError extends ServiceUnavailableError {
  readonly reason: string;

  constructor(reason: string, cause: unknown) {
    super("File storage is unavailable right now. Nothing is charged for this call; try again shortly.", {
      cause,
    });
    this.reason = reason;
  }
}

/** Rejects names that could escape the store's root. */
export function assertObjectName(name: string): void {
  if (!safeName.test(name) || name.includes("..") || name.length > 512)
    throw new Error(`${name} cannot be the name of an object`);
}

export function assertPrefix(prefix: string): void {
  if (prefix !== "") assertObjectName(`${prefix}x`);
}
