import { type BaseFunction, requireAccessControl } from "@openzeppelin/wizard";
import { defaultSupply } from "../defaults.ts";
import { type ContractPlan, has, settingOf } from "../plan.ts";
import { lines, toContractName, toUnits, type WrittenContract } from "./solidity-file.ts";
import { bindConstructor, buildWithWizard, publicFunction, takeApart } from "./wizard-contract.ts";

type Builder = ReturnType<typeof buildWithWizard>;

const update: BaseFunction = {
  name: "_update",
  kind: "internal",
  args: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
  ],
};
const capped = {
  name: "ERC20Capped",
  path: "@openzeppelin/contracts/token/ERC20/extensions/ERC20Capped.sol",
};

/** Writes an ERC-20 token with OpenZeppelin's Wizard, and adds the features that the Wizard lacks. */
export function writeErc20(plan: ContractPlan): WrittenContract {
  const decimals = plan.decimals ?? (plan.kind === "stablecoin" ? 6 : 18);
  const supply = plan.supply ?? String(has(plan, "mintable") ? 0 : defaultSupply);
  const name = plan.name ?? "My Token";
  const symbol = plan.symbol ?? toSymbol(name);
  const contract = buildWithWizard(
    {
      kind: "ERC20",
      name,
      symbol,
      decimals: String(decimals),
      premint: supply,
      mintable: has(plan, "mintable"),
      burnable: has(plan, "burnable"),
      pausable: has(plan, "pausable"),
      permit: has(plan, "permit"),
      votes: has(plan, "votes") ? "timestamp" : false,
      flashmint: has(plan, "flashmint"),
      access: plan.access ?? false,
      upgradeable: plan.upgradeable ?? false,
    },
    toContractName(name, "MyToken"),
  );
  if (plan.cap !== undefined) {
    contract.addParent(capped, [{ lit: toUnits(plan.cap, decimals) }]);
    contract.addOverride(capped, update);
  }
  addTransferRules(contract, plan);
  bindConstructor(contract);
  return {
    ...takeApart(contract),
    notes: [
      `${name} (${symbol}): an ERC-20 token with ${decimals} decimals.`,
      supply === "0"
        ? "No tokens exist at first; they are minted."
        : `${supply} tokens go to ${plan.upgradeable ? "the recipient given to initialize" : "the deployer"}.`,
      ...(plan.upgradeable
        ? [
            `Deploy it behind a ${plan.upgradeable === "uups" ? "UUPS (ERC-1967)" : "transparent"} proxy and call initialize in the same transaction.`,
          ]
        : []),
    ],
  };
}

/** Adds the rules about who may transfer how much. All of them share one override. */
function addTransferRules(contract: Builder, plan: ContractPlan): void {
  const before: string[] = [];
  const after: string[] = [];
  const setup: string[] = [];
  if (has(plan, "blocklist")) {
    addList(contract, plan, "isBlocked", ["blacklist", "unblacklist"], "AccountBlocked");
    before.push(
      "if (isBlocked[from]) revert AccountBlocked(from);",
      "if (isBlocked[to]) revert AccountBlocked(to);",
    );
  }
  if (has(plan, "allowlist")) {
    addList(contract, plan, "isAllowed", ["allowAccount", "disallowAccount"], "AccountNotAllowed");
    setup.push("isAllowed[msg.sender] = true;");
    before.push(
      "if (from != address(0) && !isAllowed[from]) revert AccountNotAllowed(from);",
      "if (to != address(0) && !isAllowed[to]) revert AccountNotAllowed(to);",
    );
  }
  if (has(plan, "tax")) {
    contract.addConstantOrImmutableOrErrorDefinition(
      `uint256 public constant TAX_IN_BASIS_POINTS = ${settingOf(plan, "tax")};`,
    );
    contract.addConstantOrImmutableOrErrorDefinition("address public taxRecipient;");
    const setter = publicFunction("setTaxRecipient", ["address", "recipient"]);
    requireAccessControl(contract, setter, plan.access ?? false, "TAX_MANAGER", "taxManager");
    contract.addFunctionCode("taxRecipient = recipient;", setter);
    setup.push("taxRecipient = msg.sender;");
  }
  if (has(plan, "maxWallet")) {
    contract.addConstantOrImmutableOrErrorDefinition(
      `uint256 public constant MAX_WALLET_IN_BASIS_POINTS = ${settingOf(plan, "maxWallet")};`,
    );
    addList(contract, plan, "isExemptFromLimit", ["exemptFromLimit", "endExemption"], "WalletLimitExceeded");
    setup.push("isExemptFromLimit[msg.sender] = true;");
    after.push(
      "if (to != address(0) && !isExemptFromLimit[to] && balanceOf(to) > (totalSupply() * MAX_WALLET_IN_BASIS_POINTS) / 10_000) {",
      "    revert WalletLimitExceeded(to);",
      "}",
    );
  }
  contract.constructorCode.unshift(...setup);
  if (before.length + after.length + setup.length === 0) return;
  const transfer = has(plan, "tax")
    ? [
        "uint256 tax = 0;",
        "// The recipient of the tax, minting and burning are free of it.",
        "if (from != address(0) && to != address(0) && from != taxRecipient && to != taxRecipient) {",
        "    tax = (value * TAX_IN_BASIS_POINTS) / 10_000;",
        "}",
        "if (tax > 0) super._update(from, taxRecipient, tax);",
        "super._update(from, to, value - tax);",
      ]
    : ["super._update(from, to, value);"];
  contract.setFunctionBody([...before, ...transfer, ...after], update);
}

function addList(
  contract: Builder,
  plan: ContractPlan,
  list: string,
  names: [string, string],
  error: string,
): void {
  contract.addConstantOrImmutableOrErrorDefinition(`mapping(address account => bool) public ${list};`);
  contract.addConstantOrImmutableOrErrorDefinition(`error ${error}(address account);`);
  names.forEach((name, index) => {
    const change = publicFunction(name, ["address", "account"]);
    requireAccessControl(contract, change, plan.access ?? false, "LIMITER", "limiter");
    contract.addFunctionCode(`${list}[account] = ${index === 0};`, change);
  });
}

/** Derives a symbol from a name. */
export function toSymbol(name: string): string {
  const initials = name
    .split(/\s+/)
    .map((word) => /[A-Za-z0-9]/.exec(word)?.[0] ?? "")
    .join("");
  const letters = name.replaceAll(/[^A-Za-z0-9]/g, "");
  return (initials.length > 1 ? initials : letters.slice(0, 4)).slice(0, 6).toUpperCase() || "TKN";
}

/** Writes the token for a contract that needs one if the request names none. */
export function writeCompanionToken(
  identifier: string,
  name: string,
  symbol: string,
  supply: string,
): string {
  return lines(
    `/// The token of ${identifier.replace(/Token$/, "")}, created with it.`,
    `contract ${identifier} is ERC20 {`,
    `    constructor(address holder) ERC20(${JSON.stringify(name)}, ${JSON.stringify(symbol)}) {`,
    `        _mint(holder, ${toUnits(supply, 18)});`,
    "    }",
    "}",
  );
}
