import type { ContractPlan } from "../../plan.ts";
import { toLiteral, type WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes a token that is Ether: deposit wraps it, withdraw unwraps it. */
export function writeWrappedEther(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "WrappedEther");
  const title = plan.name ?? "Wrapped Ether";
  return {
    name,
    imports: [libraries.erc20, libraries.reentrancyGuard, libraries.address],
    notes: [`${title}: one token for each ether. deposit wraps ether, withdraw gives it back.`],
    body: `contract ${name} is ERC20, ReentrancyGuard {
    event Deposit(address indexed account, uint256 amount);
    event Withdrawal(address indexed account, uint256 amount);

    constructor() ERC20(${toLiteral(title)}, ${toLiteral(plan.symbol ?? "WETH")}) {}

    receive() external payable {
        deposit();
    }

    function deposit() public payable {
        _mint(msg.sender, msg.value);
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 amount) external nonReentrant {
        _burn(msg.sender, amount);
        emit Withdrawal(msg.sender, amount);
        Address.sendValue(payable(msg.sender), amount);
    }
}`,
  };
}
