import { withUniqueIds } from "../rule.ts";
import { chat } from "./chat.ts";
import { collections } from "./collections.ts";
import { contracts } from "./contracts.ts";
import { customContext } from "./custom-context.ts";
import { everywhere } from "./everywhere.ts";
import { history } from "./history.ts";
import { imageInputs } from "./image-inputs.ts";
import { images } from "./images.ts";
import { keysAndCredits } from "./keys-and-credits.ts";
import { metering } from "./metering.ts";
import { mintMetadata } from "./mint-metadata.ts";
import { news } from "./news.ts";
import { promptsAndChains } from "./prompts-and-chains.ts";
import { sandbox } from "./sandbox.ts";

/** Every rule of the specification, in the order in which the conformance list shows them. */
export const rules = withUniqueIds([
  ...everywhere,
  ...metering,
  ...keysAndCredits,
  ...images,
  ...imageInputs,
  ...collections,
  ...mintMetadata,
  ...promptsAndChains,
  ...chat,
  ...customContext,
  ...history,
  ...contracts,
  ...news,
  ...sandbox,
]);
