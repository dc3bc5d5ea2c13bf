import type { ContractPlan } from "../../plan.ts";
import type { WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes a list of accounts that the owner manages and other contracts can ask. */
export function writeMemberList(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "MemberList");
  return {
    name,
    imports: [libraries.ownable],
    notes: [`${name}: the owner adds and removes accounts; isMember says whether an account is on the list.`],
    body: `contract ${name} is Ownable {
    mapping(address account => bool) public isMember;
    uint256 public memberCount;

    event MemberAdded(address indexed account);
    event MemberRemoved(address indexed account);

    constructor() Ownable(msg.sender) {}

    function addMember(address account) public onlyOwner {
        if (isMember[account]) return;
        isMember[account] = true;
        memberCount += 1;
        emit MemberAdded(account);
    }

    function removeMember(address account) external onlyOwner {
        if (!isMember[account]) return;
        isMember[account] = false;
        memberCount -= 1;
        emit MemberRemoved(account);
    }

    /// Adds many accounts in one call.
    function addMembers(address[] calldata accounts) external onlyOwner {
        for (uint256 i = 0; i < accounts.length; ++i) addMember(accounts[i]);
    }
}`,
  };
}
