import type { ContractPlan } from "../../plan.ts";
import { toDuration, toEther, type WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes a wallet that only its owner can empty, after a time or from an amount on if the request names one. */
export function writeSavings(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "SavingsWallet");
  const { lock, goal } = plan.settings;
  const condition = [lock && "block.timestamp >= unlocksAt", goal && "isGoalReached"]
    .filter(Boolean)
    .join(" && ");
  return {
    name,
    imports: [
      libraries.ownable,
      libraries.reentrancyGuard,
      libraries.address,
      libraries.ierc20,
      libraries.safeErc20,
    ],
    notes: [
      `${name}: anyone can put in ether and tokens; only the owner takes them out${lock ? `, from ${toDuration(lock)} after deployment on` : ""}${goal ? `, once it holds ${goal} ether` : ""}.`,
    ],
    body: `contract ${name} is Ownable, ReentrancyGuard {
    using SafeERC20 for IERC20;
${lock ? `\n    uint256 public constant LOCK = ${lock};\n    uint256 public immutable unlocksAt = block.timestamp + LOCK;` : ""}${goal ? `\n    uint256 public constant GOAL = ${toEther(goal)};\n    bool public isGoalReached;` : ""}

    event Deposited(address indexed from, uint256 amount);
    event Withdrawn(uint256 amount);
${condition ? "\n    error StillLocked();\n" : ""}
    constructor() Ownable(msg.sender) {}

    receive() external payable {
        deposit();
    }

    function deposit() public payable {${goal ? "\n        if (address(this).balance >= GOAL) isGoalReached = true;" : ""}
        emit Deposited(msg.sender, msg.value);
    }

${
  condition
    ? `    function isUnlocked() public view returns (bool) {
        return ${condition};
    }

`
    : ""
}    /// Sends the owner all ether.
    function withdraw() external onlyOwner nonReentrant {${condition ? "\n        if (!isUnlocked()) revert StillLocked();" : ""}
        emit Withdrawn(address(this).balance);
        Address.sendValue(payable(msg.sender), address(this).balance);
    }

    /// Sends the owner all tokens of a kind.
    function withdrawTokens(IERC20 token) external onlyOwner {${condition ? "\n        if (!isUnlocked()) revert StillLocked();" : ""}
        token.safeTransfer(msg.sender, token.balanceOf(address(this)));
    }
}`,
  };
}
