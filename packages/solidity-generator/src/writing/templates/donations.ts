import type { ContractPlan } from "../../plan.ts";
import type { WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes a jar for donations with messages, which the owner empties. */
export function writeDonations(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "DonationJar");
  return {
    name,
    imports: [libraries.ownable, libraries.reentrancyGuard, libraries.address],
    notes: [`${name}: anyone donates ether with a message; the owner takes it with withdraw.`],
    body: `contract ${name} is Ownable, ReentrancyGuard {
    mapping(address donor => uint256) public donatedBy;
    uint256 public totalDonated;

    event Donated(address indexed donor, uint256 amount, string message);
    event Withdrawn(uint256 amount);

    error NothingSent();

    constructor() Ownable(msg.sender) {}

    receive() external payable {
        _record("");
    }

    function donate(string calldata message) external payable {
        _record(message);
    }

    function withdraw() external onlyOwner nonReentrant {
        emit Withdrawn(address(this).balance);
        Address.sendValue(payable(owner()), address(this).balance);
    }

    function _record(string memory message) private {
        if (msg.value == 0) revert NothingSent();
        donatedBy[msg.sender] += msg.value;
        totalDonated += msg.value;
        emit Donated(msg.sender, msg.value, message);
    }
}`,
  };
}
