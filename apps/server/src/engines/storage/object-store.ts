import type { Readable } from "node:stream";
import { ServiceUnavailableError } from "../../platform/errors.ts";

const safeName = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_.-]*[A-Za-z0-9_-])*$/;

/** A part of an object: from the first to the last byte, both counted from 0 and included. */
export interface ByteRange {
  first: number;
  last: number;
}

/** A stream, and how many bytes it will give. */
export interface OpenedObject {
  stream: Readable;
  bytes: number;
}

/** Keeps bytes under names. What a caller may have been told of must be there whatever dies afterwards. */
export interface ObjectStore {
  /** Keeps the bytes, in place of what the name had before: readers see the old or the new, never a mixture. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Keeps the bytes unless the name has some already, and tells whether it did. */
  putNew(name: string, bytes: Buffer): Promise<boolean>;
  /** Undefined when there is nothing of that name. */
  get(name: string): Promise<Buffer | undefined>;
  /** The object, or a part of it, as a stream that the caller reads or destroys. */
  open(name: string, range?: ByteRange): Promise<OpenedObject | undefined>;
  /** How long the object is; undefined when there is none. */
  measure(name: string): Promise<{ bytes: number } | undefined>;
  /** Names in their order that begin like this: `a/` lists a folder, `a/b` also finds `a/bc`. */
  list(prefix: string): AsyncIterable<string>;
  delete(name: string): Promise<void>;
  /** Gives back what it holds open. */
  close(): void;
}

/** The store does not do what it should. A caller learns no more than that; `reason` is for the operator. */
export class StorageError extends ServiceUnavailableError {
  readonly reason: string;

  constructor(reason: string, cause: unknown) {
    super(
      "Files cannot be kept or read at the moment. Nothing is charged for this call; try again shortly.",
      {
        cause,
      },
    );
    this.reason = reason;
  }
}

/** Refuses a name that could mean anything but one object below the store's own root. */
export function assertObjectName(name: string): void {
  if (!safeName.test(name) || name.includes("..") || name.length > 512)
    throw new Error(`${name} cannot be the name of an object`);
}

/** Refuses a prefix that no name could have. */
export function assertPrefix(prefix: string): void {
  if (prefix !== "") assertObjectName(`${prefix}x`);
}
