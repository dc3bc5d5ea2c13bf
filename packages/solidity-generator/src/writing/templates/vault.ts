import { type ContractPlan, has, settingOf } from "../../plan.ts";
import { toLiteral, type WrittenContract } from "../solidity-file.ts";
import { toSymbol } from "../write-erc20.ts";
import { libraries, nameContract, pausing, useToken } from "./template-parts.ts";

export function writeVault(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "TokenVault");
  const title = plan.name ?? "Token Vault";
  const token = useToken({ ...plan, symbol: undefined }, name);
  const pause = pausing(plan);
  const isPausable = has(plan, "pausable");
  const fee = has(plan, "fee") ? settingOf(plan, "fee") : undefined;
  const isOwned = isPausable || fee !== undefined;
  return {
    name,
    imports: [
      libraries.erc20,
      libraries.ierc20,
      ["ERC4626", "contracts/token/ERC20/extensions/ERC4626"],
      ...(isPausable || fee ? [libraries.ownable] : []),
      ...(fee ? [libraries.safeErc20, ["Math", "contracts/utils/math/Math"] as [string, string]] : []),
      ...token.imports,
      ...pause.imports,
    ],
    notes: [
      `${name}: an ERC-4626 vault. Depositors get shares; what the vault earns raises the value of a share.`,
      "Virtual shares make it unprofitable to inflate the price of a share before the first deposit.",
      ...(fee === undefined ? [] : [`The owner gets ${fee / 100} % of what is withdrawn.`]),
      token.note,
    ],
    body: `${token.contract}contract ${name} is ERC4626${isOwned ? ", Ownable" : ""}${pause.parent} {
    constructor() ERC20(${toLiteral(title)}, ${toLiteral(plan.symbol ?? toSymbol(title))}) ERC4626(${token.create("msg.sender")})${isOwned ? " Ownable(msg.sender)" : ""} {}

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
    }${fee === undefined ? "" : writeExitFee(fee)}${pause.functions}
}`,
  };
}

/** A fee on withdrawals, in the places that ERC-4626 provides for it, so that previews and results agree. */
function writeExitFee(fee: number): string {
  return `

    /// Share of each withdrawal that the owner gets, in 1/100 %.
    uint256 public constant FEE = ${fee};

    function previewWithdraw(uint256 assets) public view override returns (uint256) {
        return super.previewWithdraw(assets + _feeOn(assets));
    }

    function previewRedeem(uint256 shares) public view override returns (uint256) {
        uint256 assets = super.previewRedeem(shares);
        return assets - Math.mulDiv(assets, FEE, 10_000 + FEE, Math.Rounding.Ceil);
    }

    function maxWithdraw(address account) public view override returns (uint256) {
        return previewRedeem(maxRedeem(account));
    }

    function _withdraw(address caller, address receiver, address account, uint256 assets, uint256 shares) internal override {
        super._withdraw(caller, receiver, account, assets, shares);
        SafeERC20.safeTransfer(IERC20(asset()), owner(), _feeOn(assets));
    }

    function _feeOn(uint256 assets) private pure returns (uint256) {
        return Math.mulDiv(assets, FEE, 10_000, Math.Rounding.Ceil);
    }`;
}
