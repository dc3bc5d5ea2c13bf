import { type ContractPlan, settingOf } from "../../plan.ts";
import { toDuration, toEther, type WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes a campaign that pays its owner if it reaches its goal, and its backers back otherwise. */
export function writeCrowdfunding(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "Crowdfunding");
  return {
    name,
    imports: [libraries.ownable, libraries.reentrancyGuard, libraries.address],
    notes: [
      `${name}: a campaign for ${settingOf(plan, "goal")} ether that runs ${toDuration(settingOf(plan, "duration"))} from its deployment.`,
      "If the goal is met, the owner takes the money with withdraw; otherwise everyone takes theirs back with refund.",
    ],
    body: `contract ${name} is Ownable, ReentrancyGuard {
    uint256 public constant GOAL = ${toEther(settingOf(plan, "goal"))};
    uint256 public constant DURATION = ${settingOf(plan, "duration")};
    uint256 public immutable endsAt = block.timestamp + DURATION;

    uint256 public totalContributed;
    bool public isWithdrawn;
    mapping(address backer => uint256) public contributions;

    event Contributed(address indexed backer, uint256 amount);
    event Withdrawn(uint256 amount);
    event Refunded(address indexed backer, uint256 amount);

    error CampaignOver();
    error CampaignRunning();
    error GoalMet();
    error GoalNotMet();
    error NothingSent();

    constructor() Ownable(msg.sender) {}

    function contribute() external payable {
        if (block.timestamp >= endsAt) revert CampaignOver();
        if (msg.value == 0) revert NothingSent();
        contributions[msg.sender] += msg.value;
        totalContributed += msg.value;
        emit Contributed(msg.sender, msg.value);
    }

    function isGoalMet() public view returns (bool) {
        return totalContributed >= GOAL;
    }

    /// Pays the owner once the campaign is over and its goal met.
    function withdraw() external onlyOwner nonReentrant {
        if (block.timestamp < endsAt) revert CampaignRunning();
        if (!isGoalMet() || isWithdrawn) revert GoalNotMet();
        isWithdrawn = true;
        emit Withdrawn(totalContributed);
        Address.sendValue(payable(owner()), totalContributed);
    }

    /// Pays a backer back once the campaign is over and its goal not met.
    function refund() external nonReentrant {
        if (block.timestamp < endsAt) revert CampaignRunning();
        if (isGoalMet()) revert GoalMet();
        uint256 amount = contributions[msg.sender];
        if (amount == 0) revert NothingSent();
        contributions[msg.sender] = 0;
        emit Refunded(msg.sender, amount);
        Address.sendValue(payable(msg.sender), amount);
    }
}`,
  };
}
