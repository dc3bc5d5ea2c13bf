import { type ContractPlan, has, settingOf } from "../../plan.ts";
import { toDuration, type WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract, useToken } from "./template-parts.ts";

export function writeVesting(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "TokenVesting");
  const token = useToken(plan, name);
  const duration = settingOf(plan, "duration");
  const cliff = settingOf(plan, "cliff");
  const initialRelease = settingOf(plan, "initialRelease");
  const isRevocable = has(plan, "revocable");
  return {
    name,
    imports: [libraries.ierc20, libraries.safeErc20, libraries.ownable, ...token.imports],
    notes: [
      `${name}: tokens granted by the owner vest over ${toDuration(duration)}${cliff ? ` after a cliff of ${toDuration(cliff)}` : ""}.`,
      "The owner approves the tokens and calls grant; the beneficiary, or anyone for them, calls release.",
      token.note,
    ],
    body: `${token.contract}contract ${name} is Ownable {
    using SafeERC20 for IERC20;

    struct Grant {
        uint256 total;
        uint256 released;
        uint64 start;
        uint64 revokedAt;
    }

    IERC20 public immutable token;
    uint64 public constant CLIFF = ${cliff};
    uint64 public constant DURATION = ${duration};
    /// The share that is free from the start, in 1/100 %.
    uint256 public constant INITIAL_RELEASE = ${initialRelease};

    mapping(address beneficiary => Grant) public grants;

    event Granted(address indexed beneficiary, uint256 amount, uint64 start);
    event Released(address indexed beneficiary, uint256 amount);${isRevocable ? "\n    event Revoked(address indexed beneficiary, uint256 returned);" : ""}

    error AlreadyGranted();
    error NothingGranted();
    error NothingToRelease();

    constructor() Ownable(msg.sender) {
        token = ${token.create("msg.sender")};
    }

    /// Grants tokens to a beneficiary, who has none yet; they begin to vest now.
    function grant(address beneficiary, uint256 amount) external onlyOwner {
        if (grants[beneficiary].total != 0) revert AlreadyGranted();
        if (amount == 0 || beneficiary == address(0)) revert NothingGranted();
        grants[beneficiary] = Grant(amount, 0, uint64(block.timestamp), 0);
        emit Granted(beneficiary, amount, uint64(block.timestamp));
        token.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// The tokens of a beneficiary that have vested by a moment.
    function vestedAmount(address beneficiary, uint64 timestamp) public view returns (uint256) {
        Grant storage granted = grants[beneficiary];
        uint64 moment = granted.revokedAt != 0 && granted.revokedAt < timestamp ? granted.revokedAt : timestamp;
        if (granted.total == 0 || moment < granted.start) return 0;
        uint64 elapsed = moment - granted.start;
        if (elapsed >= DURATION) return granted.total;
        uint256 initial = (granted.total * INITIAL_RELEASE) / 10_000;
        if (elapsed < CLIFF) return initial;
        return initial + ((granted.total - initial) * elapsed) / DURATION;
    }

    /// The tokens that a beneficiary can take now.
    function releasable(address beneficiary) public view returns (uint256) {
        return vestedAmount(beneficiary, uint64(block.timestamp)) - grants[beneficiary].released;
    }

    /// Sends a beneficiary what has vested.
    function release(address beneficiary) external {
        uint256 amount = releasable(beneficiary);
        if (amount == 0) revert NothingToRelease();
        grants[beneficiary].released += amount;
        emit Released(beneficiary, amount);
        token.safeTransfer(beneficiary, amount);
    }${
      isRevocable
        ? `

    /// Stops a grant. What has vested stays the beneficiary's, the rest goes back to the owner.
    function revoke(address beneficiary) external onlyOwner {
        Grant storage granted = grants[beneficiary];
        if (granted.total == 0 || granted.revokedAt != 0) revert NothingGranted();
        uint256 returned = granted.total - vestedAmount(beneficiary, uint64(block.timestamp));
        granted.revokedAt = uint64(block.timestamp);
        emit Revoked(beneficiary, returned);
        token.safeTransfer(msg.sender, returned);
    }`
        : ""
    }
}`,
  };
}
