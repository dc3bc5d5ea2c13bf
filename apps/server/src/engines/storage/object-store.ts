/** Keeps bytes under names. */
export interface ObjectStore {
  put(name: string, bytes: Buffer): Promise<void>;
  /** Undefined when there is nothing of that name. */
  get(name: string): Promise<Buffer | undefined>;
  delete(name: string): Promise<void>;
  /** Names in their order that begin like this: `a/` lists a folder. */
  list(prefix: string): AsyncIterable<string>;
}
