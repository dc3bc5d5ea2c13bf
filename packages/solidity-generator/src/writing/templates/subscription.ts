import { type ContractPlan, has, settingOf } from "../../plan.ts";
import { toDuration, toEther, toUnits, type WrittenContract } from "../solidity-file.ts";
import { decimalsOf, libraries, nameContract, useToken } from "./template-parts.ts";

/** Writes a subscription that is paid in advance, in Ether or in a token. */
export function writeSubscription(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "PaidSubscription");
  const token = has(plan, "tokenPayment") ? useToken(plan, name) : undefined;
  const price = settingOf(plan, "price");
  return {
    name,
    imports: [
      libraries.ownable,
      ...(token ? [libraries.ierc20, libraries.safeErc20, ...token.imports] : [libraries.address]),
    ],
    notes: [
      `${name}: a subscriber pays ${price} ${token ? "tokens" : "ether"} for each ${toDuration(settingOf(plan, "interval"))} with subscribe; isActive says whether it runs.`,
      "Each payment is made by the subscriber: a contract cannot take money on its own.",
      ...(token ? [token.note] : []),
    ],
    body: `${token?.contract ?? ""}contract ${name} is Ownable {
${token ? "    using SafeERC20 for IERC20;\n\n    IERC20 public immutable token;\n" : ""}    uint256 public constant PRICE = ${token ? toUnits(price, decimalsOf(plan)) : toEther(price)};
    uint256 public constant INTERVAL = ${settingOf(plan, "interval")};
    mapping(address subscriber => uint256) public paidUntil;

    event Subscribed(address indexed subscriber, uint256 paidUntil);

    error WrongPayment(uint256 expected);

    constructor() Ownable(msg.sender) {${token ? `\n        token = ${token.create("msg.sender")};\n    ` : ""}}

    /// Pays for a number of periods, 120 at most. A running subscription is extended.
    function subscribe(uint256 periods) external${token ? "" : " payable"} {
        uint256 cost = PRICE * periods;
        if (periods == 0 || periods > 120${token ? "" : " || msg.value != cost"}) revert WrongPayment(cost);
        uint256 from = paidUntil[msg.sender] > block.timestamp ? paidUntil[msg.sender] : block.timestamp;
        paidUntil[msg.sender] = from + periods * INTERVAL;
        emit Subscribed(msg.sender, paidUntil[msg.sender]);${token ? "\n        token.safeTransferFrom(msg.sender, address(this), cost);" : ""}
    }

    function isActive(address subscriber) external view returns (bool) {
        return block.timestamp < paidUntil[subscriber];
    }

    /// Pays the owner what was paid.
    function withdraw() external onlyOwner {
        ${token ? "token.safeTransfer(msg.sender, token.balanceOf(address(this)));" : "Address.sendValue(payable(msg.sender), address(this).balance);"}
    }
}`,
  };
}
