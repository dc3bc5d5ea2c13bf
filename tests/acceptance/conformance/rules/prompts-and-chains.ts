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
  ["CHAIN-5", "built", "doc 1, Endpoints; doc 1, Errors", "A `testNet` that is no boolean is 400."],
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
]);

/** Rules about prompt enhancement, the chain list and the contract interface. */
export const promptsAndChains = [...prompts, ...chains, ...contractInterface];
