import { type ContractPlan, has } from "../../plan.ts";
import { lines, toDuration, toUnits, type WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract, pausing, useToken } from "./template-parts.ts";

/** Writes a staking pool for one token, with a yearly rate or with daily rewards that stakers share. */
export function writeStaking(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "StakingPool");
  const token = useToken(plan, name);
  const pause = pausing(plan);
  const { apr = 0, rewardPerDay, lock = 0, earlyPenalty = 0 } = plan.settings;
  const isShared = rewardPerDay !== undefined;
  const hasLock = has(plan, "lock");
  const hasPenalty = has(plan, "earlyPenalty");
  return {
    name,
    imports: [
      libraries.ierc20,
      libraries.safeErc20,
      libraries.ownable,
      libraries.reentrancyGuard,
      ...token.imports,
      ...pause.imports,
    ],
    notes: [
      isShared
        ? `${name}: stakers share ${rewardPerDay} tokens a day.`
        : `${name}: stakers earn ${apr / 100} % a year on what they stake.`,
      ...(hasLock ? [`Stakes are locked for ${toDuration(lock)} from the last deposit.`] : []),
      "Rewards are paid from what the owner has put in with fund: the pool never pays them from other people's stakes.",
      token.note,
    ],
    body: `${token.contract}contract ${name} is Ownable, ReentrancyGuard${pause.parent} {
    using SafeERC20 for IERC20;

    struct Stake {
        uint256 amount;
        uint256 earned;
        ${isShared ? "uint256 paidPerToken" : "uint256 updatedAt"};${hasLock ? "\n        uint256 unlocksAt;" : ""}
    }

    IERC20 public immutable token;
${
  isShared
    ? `    uint256 public constant REWARD_PER_DAY = ${toUnits(rewardPerDay, 18)};
    uint256 private _rewardPerToken;
    uint256 private _updatedAt;`
    : `    /// Yearly rate in 1/100 %.
    uint256 public constant APR = ${apr};`
}${hasLock ? `\n    uint256 public constant LOCK = ${lock};` : ""}${hasPenalty ? `\n    /// Share of a stake that is kept when it is withdrawn early, in 1/100 %.\n    uint256 public constant EARLY_PENALTY = ${earlyPenalty};` : ""}

    uint256 public totalStaked;
    mapping(address account => Stake) public stakes;

    event Funded(uint256 amount);
    event Staked(address indexed account, uint256 amount);
    event Withdrawn(address indexed account, uint256 amount);
    event RewardPaid(address indexed account, uint256 amount);

    error NothingToDo();
    error NotEnoughStaked();${hasLock && !hasPenalty ? "\n    error StillLocked(uint256 until);" : ""}
    error NotEnoughFunded(uint256 available);

    constructor() Ownable(msg.sender) {
        token = ${token.create("msg.sender")};${isShared ? "\n        _updatedAt = block.timestamp;" : ""}
    }

    /// Puts in tokens that rewards are paid from.
    function fund(uint256 amount) external onlyOwner {
        emit Funded(amount);
        token.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// The tokens that rewards can be paid from.
    function rewardReserve() public view returns (uint256) {
        return token.balanceOf(address(this)) - totalStaked;
    }

    function stake(uint256 amount) external nonReentrant${pause.modifier} {
        if (amount == 0) revert NothingToDo();
        _update(msg.sender);
        // What arrives counts: some tokens keep a part of a transfer.
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = token.balanceOf(address(this)) - before;
        stakes[msg.sender].amount += received;${hasLock ? "\n        stakes[msg.sender].unlocksAt = block.timestamp + LOCK;" : ""}
        totalStaked += received;
        emit Staked(msg.sender, received);
    }

    function withdraw(uint256 amount) external nonReentrant {
        if (amount == 0) revert NothingToDo();
        Stake storage staked = stakes[msg.sender];
        if (amount > staked.amount) revert NotEnoughStaked();${hasLock && !hasPenalty ? "\n        if (block.timestamp < staked.unlocksAt) revert StillLocked(staked.unlocksAt);" : ""}
        _update(msg.sender);
        staked.amount -= amount;
        totalStaked -= amount;${
          hasPenalty
            ? `
        // What is kept stays in the pool and becomes rewards.
        uint256 kept = block.timestamp < staked.unlocksAt ? (amount * EARLY_PENALTY) / 10_000 : 0;
        emit Withdrawn(msg.sender, amount - kept);
        token.safeTransfer(msg.sender, amount - kept);`
            : `
        emit Withdrawn(msg.sender, amount);
        token.safeTransfer(msg.sender, amount);`
        }
    }

    function claim() external nonReentrant${pause.modifier} {
        _update(msg.sender);
        uint256 reward = stakes[msg.sender].earned;
        if (reward == 0) revert NothingToDo();
        if (reward > rewardReserve()) revert NotEnoughFunded(rewardReserve());
        stakes[msg.sender].earned = 0;
        emit RewardPaid(msg.sender, reward);
        token.safeTransfer(msg.sender, reward);
    }${
      has(plan, "emergencyWithdraw")
        ? `

    /// Takes the whole stake out at once and gives up all rewards.
    function emergencyWithdraw() external nonReentrant {
        Stake storage staked = stakes[msg.sender];
        uint256 amount = staked.amount;
        if (amount == 0) revert NothingToDo();
        _update(msg.sender);
        staked.amount = 0;
        staked.earned = 0;
        totalStaked -= amount;
        emit Withdrawn(msg.sender, amount);
        token.safeTransfer(msg.sender, amount);
    }`
        : ""
    }

    /// The reward that an account could claim now.
    function pendingReward(address account) public view returns (uint256) {
        Stake storage staked = stakes[account];
${
  isShared
    ? "        return staked.earned + (staked.amount * (_currentRewardPerToken() - staked.paidPerToken)) / 1e18;"
    : "        return staked.earned + (staked.amount * APR * (block.timestamp - staked.updatedAt)) / (10_000 * 365 days);"
}
    }
${
  isShared
    ? `
    function _currentRewardPerToken() private view returns (uint256) {
        if (totalStaked == 0) return _rewardPerToken;
        return _rewardPerToken + ((block.timestamp - _updatedAt) * REWARD_PER_DAY * 1e18) / (1 days * totalStaked);
    }
`
    : ""
}
    function _update(address account) private {
${lines(
  isShared && "        _rewardPerToken = _currentRewardPerToken();",
  isShared && "        _updatedAt = block.timestamp;",
  "        stakes[account].earned = pendingReward(account);",
  isShared
    ? "        stakes[account].paidPerToken = _rewardPerToken;"
    : "        stakes[account].updatedAt = block.timestamp;",
)}
    }${pause.functions}
}`,
  };
}
