import type { ContractPlan } from "../../plan.ts";
import type { WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes a bank in which each account deposits and withdraws its own Ether. */
export function writeBank(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "EtherBank");
  return {
    name,
    imports: [libraries.reentrancyGuard, libraries.address],
    notes: [`${name}: each account deposits ether and withdraws its own. Nobody else can take it.`],
    body: `contract ${name} is ReentrancyGuard {
    mapping(address account => uint256) public balanceOf;

    event Deposited(address indexed account, uint256 amount);
    event Withdrawn(address indexed account, uint256 amount);

    error NotEnough(uint256 balance);

    receive() external payable {
        deposit();
    }

    function deposit() public payable {
        balanceOf[msg.sender] += msg.value;
        emit Deposited(msg.sender, msg.value);
    }

    function withdraw(uint256 amount) external nonReentrant {
        if (amount > balanceOf[msg.sender]) revert NotEnough(balanceOf[msg.sender]);
        balanceOf[msg.sender] -= amount;
        emit Withdrawn(msg.sender, amount);
        Address.sendValue(payable(msg.sender), amount);
    }

    function totalDeposits() external view returns (uint256) {
        return address(this).balance;
    }
}`,
  };
}
