import { CarWriter } from "@ipld/car/writer";
import type { CID } from "multiformats/cid";
import type { Block } from "../../../platform/content-id/index.ts";

/** Writes blocks as a CAR file, at the reader's pace. It throws what the blocks throw, after what was whole until then. */
export async function* writeCar(root: CID, blocks: AsyncIterable<Block>): AsyncGenerator<Uint8Array> {
  const { writer, out } = CarWriter.create([root]);
  let failure: unknown;
  const writing = (async () => {
    try {
      for await (const block of blocks) await writer.put(block);
    } catch (error) {
      failure = error;
    }
    await writer.close();
  })();
  yield* out;
  await writing;
  if (failure) throw failure;
}
