import { type ContractPlan, has, settingOf } from "../../plan.ts";
import { toDuration, toEther, toUnits, type WrittenContract } from "../solidity-file.ts";
import { decimalsOf, libraries, nameContract, useToken } from "./template-parts.ts";

/** Writes a faucet that gives each address an amount of tokens or Ether at intervals. */
export function writeFaucet(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "TokenFaucet");
  const token = has(plan, "etherPayment") ? undefined : useToken(plan, name);
  const amount = settingOf(plan, "amount");
  return {
    name,
    imports: [
      libraries.ownable,
      ...(token
        ? [libraries.ierc20, libraries.safeErc20, ...token.imports]
        : [libraries.reentrancyGuard, libraries.address]),
    ],
    notes: [
      `${name}: each address gets ${amount} ${token ? "tokens" : "ether"} every ${toDuration(settingOf(plan, "interval"))} with claim.`,
      token ? "The owner sends tokens to it to fill it." : "Anyone can send ether to it to fill it.",
      ...(token ? [token.note] : []),
    ],
    body: `${token?.contract ?? ""}contract ${name} is Ownable${token ? "" : ", ReentrancyGuard"} {
${token ? "    using SafeERC20 for IERC20;\n\n    IERC20 public immutable token;\n" : ""}    uint256 public constant AMOUNT = ${token ? toUnits(amount, decimalsOf(plan)) : toEther(amount)};
    uint256 public constant INTERVAL = ${settingOf(plan, "interval")};
    mapping(address account => uint256) public nextClaimAt;

    event Claimed(address indexed account, uint256 amount);

    error TooEarly(uint256 nextClaimAt);

    constructor() Ownable(msg.sender) {${token ? `\n        token = ${token.create("address(this)")};\n    ` : ""}}
${token ? "" : "\n    receive() external payable {}\n"}
    function claim() external${token ? "" : " nonReentrant"} {
        if (block.timestamp < nextClaimAt[msg.sender]) revert TooEarly(nextClaimAt[msg.sender]);
        nextClaimAt[msg.sender] = block.timestamp + INTERVAL;
        emit Claimed(msg.sender, AMOUNT);
        ${token ? "token.safeTransfer(msg.sender, AMOUNT);" : "Address.sendValue(payable(msg.sender), AMOUNT);"}
    }

    /// Gives the owner what is left.
    function withdraw() external onlyOwner {
        ${token ? "token.safeTransfer(msg.sender, token.balanceOf(address(this)));" : "Address.sendValue(payable(msg.sender), address(this).balance);"}
    }
}`,
  };
}
