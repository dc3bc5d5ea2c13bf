export { createMintingService, type MintingService } from "./minting.service.ts";
export { startMinting } from "./minting-loop.ts";
export { countOpenMints, countSignedMints, measureMints } from "./mints.repository.ts";
