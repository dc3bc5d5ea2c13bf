import { type ContractPlan, settingOf } from "../../plan.ts";
import { toDuration, type WrittenContract } from "../solidity-file.ts";
import { nameContract } from "./template-parts.ts";

/** Writes a commit-reveal scheme: values are fixed as hashes first and shown later. */
export function writeCommitReveal(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "CommitReveal");
  return {
    name,
    imports: [],
    notes: [
      `${name}: participants commit a hash within ${toDuration(settingOf(plan, "duration"))} of deployment and reveal their value within the next ${toDuration(settingOf(plan, "revealPeriod"))}.`,
      "The hash is hashOf(account, value, salt): choose a random salt, or others can guess the value.",
    ],
    body: `contract ${name} {
    uint256 public immutable commitsUntil = block.timestamp + ${settingOf(plan, "duration")};
    uint256 public immutable revealsUntil = block.timestamp + ${settingOf(plan, "duration") + settingOf(plan, "revealPeriod")};

    mapping(address account => bytes32) public commitments;
    mapping(address account => bytes) public revealed;
    address[] public participants;

    event Committed(address indexed account, bytes32 commitment);
    event Revealed(address indexed account, bytes value);

    error CommitsClosed();
    error RevealsClosed();
    error AlreadyCommitted();
    error WrongReveal();

    /// The hash to commit. Call it locally: a value that is sent in a transaction is public.
    function hashOf(address account, bytes calldata value, bytes32 salt) public view returns (bytes32) {
        return keccak256(abi.encode(address(this), account, value, salt));
    }

    function commit(bytes32 commitment) external {
        if (block.timestamp >= commitsUntil) revert CommitsClosed();
        if (commitments[msg.sender] != 0 || commitment == 0) revert AlreadyCommitted();
        commitments[msg.sender] = commitment;
        emit Committed(msg.sender, commitment);
    }

    function reveal(bytes calldata value, bytes32 salt) external {
        if (block.timestamp < commitsUntil || block.timestamp >= revealsUntil) revert RevealsClosed();
        if (hashOf(msg.sender, value, salt) != commitments[msg.sender] || revealed[msg.sender].length != 0) revert WrongReveal();
        revealed[msg.sender] = value;
        participants.push(msg.sender);
        emit Revealed(msg.sender, value);
    }

    function participantCount() external view returns (uint256) {
        return participants.length;
    }
}`,
  };
}
