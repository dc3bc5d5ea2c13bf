import { type ContractPlan, has } from "../../plan.ts";
import { toDuration, type WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes a vote among candidates: one vote for each account, or for each account that the owner registered. */
export function writeVoting(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "SimpleVoting");
  const isClosed = has(plan, "registration");
  const { duration } = plan.settings;
  return {
    name,
    imports: [libraries.ownable],
    notes: [
      `${name}: the owner adds candidates and opens the vote. ${isClosed ? "Accounts that the owner registered vote" : "Every account votes"} once.`,
      duration === undefined
        ? "The owner closes the vote."
        : `The vote ends ${toDuration(duration)} after it was opened.`,
      "One account is one vote: who can create many accounts can vote many times unless voters are registered.",
    ],
    body: `contract ${name} is Ownable {
    struct Candidate {
        string name;
        uint256 votes;
    }

    Candidate[] public candidates;
    mapping(address voter => bool) public hasVoted;${isClosed ? "\n    mapping(address voter => bool) public isRegistered;" : ""}
    uint256 public openedAt;
${duration === undefined ? "    bool public isClosed;" : `    uint256 public constant DURATION = ${duration};`}

    event CandidateAdded(uint256 indexed id, string name);
    event Opened();
    event Voted(address indexed voter, uint256 indexed candidate);

    error AlreadyOpen();
    error NotOpen();
    error AlreadyVoted();
    error UnknownCandidate();${isClosed ? "\n    error NotRegistered();" : ""}

    constructor() Ownable(msg.sender) {}

    /// Adds a candidate before the vote opens.
    function addCandidate(string calldata candidate) external onlyOwner {
        if (openedAt != 0) revert AlreadyOpen();
        candidates.push(Candidate(candidate, 0));
        emit CandidateAdded(candidates.length - 1, candidate);
    }
${
  isClosed
    ? `
    /// Gives an account the right to vote.
    function registerVoter(address voter) external onlyOwner {
        isRegistered[voter] = true;
    }
`
    : ""
}
    function open() external onlyOwner {
        if (openedAt != 0) revert AlreadyOpen();
        openedAt = block.timestamp;
        emit Opened();
    }
${duration === undefined ? "\n    function close() external onlyOwner {\n        isClosed = true;\n    }\n" : ""}
    function isOpen() public view returns (bool) {
        return openedAt != 0 && ${duration === undefined ? "!isClosed" : "block.timestamp < openedAt + DURATION"};
    }

    function vote(uint256 candidate) external {
        if (!isOpen()) revert NotOpen();
        if (candidate >= candidates.length) revert UnknownCandidate();
        if (hasVoted[msg.sender]) revert AlreadyVoted();${isClosed ? "\n        if (!isRegistered[msg.sender]) revert NotRegistered();" : ""}
        hasVoted[msg.sender] = true;
        candidates[candidate].votes += 1;
        emit Voted(msg.sender, candidate);
    }

    function candidateCount() external view returns (uint256) {
        return candidates.length;
    }

    /// The candidate with the most votes. Of several, the one that was added first.
    function leader() external view returns (uint256 id, string memory candidate, uint256 votes) {
        for (uint256 i = 0; i < candidates.length; ++i) {
            if (i == 0 || candidates[i].votes > votes) (id, votes) = (i, candidates[i].votes);
        }
        if (candidates.length > 0) candidate = candidates[id].name;
    }
}`,
  };
}
