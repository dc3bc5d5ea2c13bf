import { type ContractPlan, settingOf } from "../../plan.ts";
import { toDuration, type WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes a board of bounties that their posters award. */
export function writeBounty(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "BountyBoard");
  return {
    name,
    imports: [libraries.reentrancyGuard, libraries.address],
    notes: [
      `${name}: anyone posts a task with its reward, others submit work, and the poster awards one of them.`,
      `A poster can take a reward back ${toDuration(settingOf(plan, "deadline"))} after posting if it was not awarded.`,
    ],
    body: `contract ${name} is ReentrancyGuard {
    struct Bounty {
        address poster;
        uint256 reward;
        uint256 deadline;
    }

    uint256 public constant DEADLINE = ${settingOf(plan, "deadline")};
    uint256 public bountyCount;
    mapping(uint256 id => Bounty) public bounties;
    mapping(uint256 id => mapping(address worker => bool)) public hasSubmitted;

    event Posted(uint256 indexed id, address indexed poster, uint256 reward, string task);
    event Submitted(uint256 indexed id, address indexed worker, string work);
    event Awarded(uint256 indexed id, address indexed worker);
    event Cancelled(uint256 indexed id);

    error NoReward();
    error NotOpen();
    error NotAllowed();

    function post(string calldata task) external payable returns (uint256 id) {
        if (msg.value == 0) revert NoReward();
        id = bountyCount++;
        bounties[id] = Bounty(msg.sender, msg.value, block.timestamp + DEADLINE);
        emit Posted(id, msg.sender, msg.value, task);
    }

    function submit(uint256 id, string calldata work) external {
        if (bounties[id].reward == 0 || block.timestamp >= bounties[id].deadline) revert NotOpen();
        hasSubmitted[id][msg.sender] = true;
        emit Submitted(id, msg.sender, work);
    }

    /// Pays the reward to somebody who submitted work.
    function award(uint256 id, address payable worker) external nonReentrant {
        if (msg.sender != bounties[id].poster || !hasSubmitted[id][worker]) revert NotAllowed();
        uint256 reward = _close(id);
        emit Awarded(id, worker);
        Address.sendValue(worker, reward);
    }

    function cancel(uint256 id) external nonReentrant {
        if (msg.sender != bounties[id].poster || block.timestamp < bounties[id].deadline) revert NotAllowed();
        uint256 reward = _close(id);
        emit Cancelled(id);
        Address.sendValue(payable(msg.sender), reward);
    }

    function _close(uint256 id) private returns (uint256 reward) {
        reward = bounties[id].reward;
        if (reward == 0) revert NotOpen();
        bounties[id].reward = 0;
    }
}`,
  };
}
