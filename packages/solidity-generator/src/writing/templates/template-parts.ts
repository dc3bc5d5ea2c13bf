import { defaultSupply } from "../../defaults.ts";
import { describeToken } from "../../known-tokens.ts";
import { type ContractPlan, has } from "../../plan.ts";
import { toContractName, type WrittenContract } from "../solidity-file.ts";
import { toSymbol, writeCompanionToken } from "../write-erc20.ts";

type Imports = WrittenContract["imports"];

/** Imports that several templates share. */
export const libraries = {
  erc20: ["ERC20", "contracts/token/ERC20/ERC20"],
  ierc20: ["IERC20", "contracts/token/ERC20/IERC20"],
  safeErc20: ["SafeERC20", "contracts/token/ERC20/utils/SafeERC20"],
  ownable: ["Ownable", "contracts/access/Ownable"],
  pausable: ["Pausable", "contracts/utils/Pausable"],
  reentrancyGuard: ["ReentrancyGuard", "contracts/utils/ReentrancyGuard"],
  address: ["Address", "contracts/utils/Address"],
  ierc721: ["IERC721", "contracts/token/ERC721/IERC721"],
} as const satisfies Record<string, Imports[number]>;

/** The token that a contract uses: an existing one, or one that is deployed with it. */
export interface UsedToken {
  imports: Imports;
  /** The source of the companion token, or empty. */
  contract: string;
  /** The constructor expression that yields the token. */
  create(holder: "msg.sender" | "address(this)"): string;
  note: string;
}

export function useToken(plan: ContractPlan, identifier: string): UsedToken {
  if (plan.token) {
    return {
      imports: [],
      contract: "",
      create: () => `IERC20(${plan.token})`,
      note: `It works with the token at ${plan.token}.`,
    };
  }
  const companion = `${identifier}Token`;
  const name = `${plan.name ?? identifier.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")} Token`;
  return {
    imports: [libraries.erc20],
    contract: `${writeCompanionToken(companion, name, plan.symbol ?? toSymbol(name), plan.supply ?? String(defaultSupply))}\n\n`,
    create: (holder) => `new ${companion}(${holder})`,
    note: "Its token is created with it (see token()); name an address in the request to use an existing one.",
  };
}

/** The decimals of the token that a contract uses. */
export function decimalsOf(plan: ContractPlan): number {
  return describeToken(plan.token)?.decimals ?? 18;
}

export function nameContract(plan: ContractPlan, fallback: string): string {
  return toContractName(plan.name, fallback);
}

/** The code that makes a template pausable, if the plan asks for it. */
export function pausing(plan: ContractPlan) {
  const isPausable = has(plan, "pausable");
  return {
    imports: (isPausable ? [libraries.pausable] : []) as Imports,
    parent: isPausable ? ", Pausable" : "",
    modifier: isPausable ? " whenNotPaused" : "",
    functions: isPausable
      ? `

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }`
      : "",
  };
}
