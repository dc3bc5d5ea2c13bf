import { type ContractPlan, settingOf } from "../../plan.ts";
import { toDuration, type WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes a wallet whose owner lets others spend a limited amount per period. */
export function writeAllowanceWallet(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "AllowanceWallet");
  return {
    name,
    imports: [libraries.ownable, libraries.reentrancyGuard, libraries.address],
    notes: [
      `${name}: the owner gives others an allowance for each ${toDuration(settingOf(plan, "interval"))}; what is not spent does not add up.`,
    ],
    body: `contract ${name} is Ownable, ReentrancyGuard {
    struct Allowance {
        uint256 limit;
        uint256 spent;
        uint256 periodStart;
    }

    uint256 public constant INTERVAL = ${settingOf(plan, "interval")};
    mapping(address spender => Allowance) public allowances;

    event AllowanceSet(address indexed spender, uint256 limit);
    event Spent(address indexed spender, address indexed to, uint256 amount);

    error OverLimit(uint256 available);

    constructor() Ownable(msg.sender) {}

    receive() external payable {}

    /// Sets what a spender may spend in each period; 0 ends it.
    function setAllowance(address spender, uint256 limit) external onlyOwner {
        allowances[spender] = Allowance(limit, 0, block.timestamp);
        emit AllowanceSet(spender, limit);
    }

    /// What a spender can still spend in this period.
    function available(address spender) public view returns (uint256) {
        Allowance storage allowed = allowances[spender];
        return block.timestamp >= allowed.periodStart + INTERVAL ? allowed.limit : allowed.limit - allowed.spent;
    }

    function spend(address payable to, uint256 amount) external nonReentrant {
        uint256 left = available(msg.sender);
        if (amount > left) revert OverLimit(left);
        Allowance storage allowed = allowances[msg.sender];
        if (block.timestamp >= allowed.periodStart + INTERVAL) (allowed.spent, allowed.periodStart) = (0, block.timestamp);
        allowed.spent += amount;
        emit Spent(msg.sender, to, amount);
        Address.sendValue(to, amount);
    }

    function withdraw(uint256 amount) external onlyOwner nonReentrant {
        Address.sendValue(payable(msg.sender), amount);
    }
}`,
  };
}
