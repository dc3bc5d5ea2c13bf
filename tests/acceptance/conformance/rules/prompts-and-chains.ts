import { area } from "../rule.ts";

const prompts = area("Prompt enhancement", [
  [
    "PROMPT-1",
    "built",
    "doc 1, Endpoints",
    "`POST /nft/enhancePrompt` with `prompt` answers `{enhancedPrompt}` as a string.",
  ],
  ["PROMPT-2", "built", "doc 1, Endpoints", "`prompt` is required and a string, otherwise 400."],
  ["PROMPT-3", "built", "doc 1, Endpoints", "The answer is text only; no image is made or priced."],
  [
    "PROMPT-4",
    "built",
    "doc 1, What the service does",
    "The enhanced prompt is more detailed than the one sent.",
  ],
  ["PROMPT-5", "built", "doc 1, Limits", "A call costs 0.5 credits."],
]);

const chains = area("Chains", [
  [
    "CHAIN-1",
    "built",
    "doc 1, Chain entry; doc 1, Endpoints",
    "`GET /nft/get-chains` answers `{chains}`; each entry has an integer `chainId` and the texts `chainName`, `network` and `networkType`.",
  ],
  [
    "CHAIN-2",
    "built",
    "doc 1, Endpoints",
    "Without `testNet`, or with `testNet=false`, only main networks are listed.",
  ],
  [
    "CHAIN-3",
    "built",
    "doc 1, Endpoints",
    "With `testNet=true` test networks are listed beside the main networks.",
  ],
  [
    "CHAIN-4",
    "built",
    "doc 1, Chain entry",
    "`networkType` is `Mainnet` on main networks and differs on test networks.",
  ],
  [
    "CHAIN-5",
    "built",
    "decisions, Corrections (doc 1, Endpoints)",
    "`testNet` is true, false, 1 or 0, in any letter case; anything else is 400.",
    "spellings of a boolean in a query",
  ],
  [
    "CHAIN-6",
    "built",
    "decisions, Corrections (doc 1, Chain entry)",
    "Each chain says `canMint` and the address of the `contract` that serves it, or null; chains with one come first.",
    "on which of the listed chains NFTs can be minted",
  ],
]);

const contractInterface = area("Contract interface", [
  [
    "ABI-1",
    "built",
    "doc 1, Endpoints",
    "`GET /nft/abi` takes no parameters and answers `{abi}` as an array.",
  ],
  [
    "ABI-2",
    "built",
    "doc 1, Contract interface",
    "Each function and event of the ABI has `type`, `name` and `inputs` with `name` and `type`; functions also have `outputs`.",
  ],
  [
    "ABI-3",
    "built",
    "doc 1, Contract interface",
    "The ABI has a function `mint` with inputs `to` (address) and `tokenURI` (string).",
  ],
  ["ABI-4", "built", "doc 1, Contract interface", "The ABI has an event `NFTMinted`."],
  [
    "ABI-5",
    "built",
    "decisions, Corrections (doc 1, Contract interface)",
    "`contracts` says for each chain the address, who may mint (`everybody`, `minters` or `unknown`) and the service's own `minter` account.",
    "who may call `mint`",
  ],
]);

/** Rules about prompt enhancement, the chain list and the contract interface. */
export const promptsAndChains = [...prompts, ...chains, ...contractInterface];
