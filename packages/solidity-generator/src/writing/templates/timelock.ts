import { type ContractPlan, has, settingOf } from "../../plan.ts";
import { toDuration, type WrittenContract } from "../solidity-file.ts";
import { nameContract } from "./template-parts.ts";

export function writeTimelock(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "AdminTimelock");
  const delay = settingOf(plan, "delay");
  const isOpen = has(plan, "openExecution");
  return {
    name,
    imports: [["TimelockController", "contracts/governance/TimelockController"]],
    notes: [
      `${name}: actions that were scheduled can be executed after ${toDuration(delay)}.`,
      `The deployer proposes and ${isOpen ? "anyone executes" : "executes"}; roles are granted and revoked with its AccessControl functions.`,
    ],
    body: `contract ${name} is TimelockController {
    constructor() TimelockController(${delay}, _only(msg.sender), _only(${isOpen ? "address(0)" : "msg.sender"}), msg.sender) {}

    function _only(address account) private pure returns (address[] memory accounts) {
        accounts = new address[](1);
        accounts[0] = account;
    }
}`,
  };
}
