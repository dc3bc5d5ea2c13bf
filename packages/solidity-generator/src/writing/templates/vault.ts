import { type ContractPlan, has } from "../../plan.ts";
import { toLiteral, type WrittenContract } from "../solidity-file.ts";
import { toSymbol } from "../write-erc20.ts";
import { libraries, nameContract, pausing, useToken, warnAboutShape } from "./template-parts.ts";

export function writeVault(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "TokenVault");
  const title = plan.name ?? "Token Vault";
  const token = useToken({ ...plan, symbol: undefined }, name);
  const pause = pausing(plan);
  const isPausable = has(plan, "pausable");
  return {
    name,
    imports: [
      libraries.erc20,
      libraries.ierc20,
      ["ERC4626", "contracts/token/ERC20/extensions/ERC4626"],
      ...(isPausable ? [libraries.ownable] : []),
      ...token.imports,
      ...pause.imports,
    ],
    notes: [
      `${name}: an ERC-4626 vault. Depositors get shares; what the vault earns raises the value of a share.`,
      "Virtual shares make it unprofitable to inflate the price of a share before the first deposit.",
      token.note,
    ],
    warnings: warnAboutShape(plan),
    body: `${token.contract}contract ${name} is ERC4626${isPausable ? ", Ownable" : ""}${pause.parent} {
    constructor() ERC20(${toLiteral(title)}, ${toLiteral(plan.symbol ?? toSymbol(title))}) ERC4626(${token.create("msg.sender")})${isPausable ? " Ownable(msg.sender)" : ""} {}

    /// Shares have more decimals than the asset, which costs an attacker 1,000 times what they could take.
    function _decimalsOffset() internal pure override returns (uint8) {
        return 3;
    }${
      isPausable
        ? `

    function _deposit(address caller, address receiver, uint256 assets, uint256 shares) internal override whenNotPaused {
        super._deposit(caller, receiver, assets, shares);
    }`
        : ""
    }${pause.functions}
}`,
  };
}
