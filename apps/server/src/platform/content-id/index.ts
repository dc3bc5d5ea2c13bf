export { type Block, blockIdOf, contentIdOf, toBlocks } from "./content-id.ts";
