import { type ContractPlan, has } from "../../plan.ts";
import type { WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes a counter. */
export function writeCounter(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "Counter");
  const isRestricted = has(plan, "ownerOnly");
  return {
    name,
    imports: [...(isRestricted ? [libraries.ownable] : [])],
    notes: [`${name}: ${isRestricted ? "the owner" : "anyone"} counts up and down.`],
    body: `contract ${name}${isRestricted ? " is Ownable" : ""} {
    uint256 public count;

    event Counted(address indexed by, uint256 count);
${isRestricted ? "\n    constructor() Ownable(msg.sender) {}\n" : ""}
    function increment() external${isRestricted ? " onlyOwner" : ""} {
        count += 1;
        emit Counted(msg.sender, count);
    }

    function decrement() external${isRestricted ? " onlyOwner" : ""} {
        count -= 1;
        emit Counted(msg.sender, count);
    }

    function reset() external${isRestricted ? " onlyOwner" : ""} {
        count = 0;
        emit Counted(msg.sender, 0);
    }
}`,
  };
}
