import { type ContractPlan, has } from "../../plan.ts";
import type { WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes a contract that stores one value. */
export function writeStorage(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "SimpleStorage");
  const isText = has(plan, "text");
  const isRestricted = has(plan, "ownerOnly");
  return {
    name,
    imports: [...(isRestricted ? [libraries.ownable] : [])],
    notes: [
      `${name}: stores one ${isText ? "text" : "number"}. ${isRestricted ? "The owner" : "Anyone"} sets it and everyone reads it.`,
    ],
    body: `contract ${name}${isRestricted ? " is Ownable" : ""} {
    ${isText ? "string" : "uint256"} private _value;

    event ValueSet(address indexed by, ${isText ? "string" : "uint256"} value);
${isRestricted ? "\n    constructor() Ownable(msg.sender) {}\n" : ""}
    function set(${isText ? "string calldata" : "uint256"} value) external${isRestricted ? " onlyOwner" : ""} {
        _value = value;
        emit ValueSet(msg.sender, value);
    }

    function get() external view returns (${isText ? "string memory" : "uint256"}) {
        return _value;
    }
}`,
  };
}
