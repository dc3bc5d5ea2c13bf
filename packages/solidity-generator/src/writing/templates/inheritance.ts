import { type ContractPlan, settingOf } from "../../plan.ts";
import { toDuration, type WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes a dead man's switch: heirs share the Ether when the owner gives no sign of life. */
export function writeInheritance(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "Inheritance");
  return {
    name,
    imports: [libraries.ownable, libraries.reentrancyGuard, libraries.address],
    notes: [
      `${name}: the owner calls ping at least every ${toDuration(settingOf(plan, "interval"))}. After that time without a ping, each heir claims an equal share of the ether.`,
      "The owner names the heirs with setHeirs and can withdraw at any time.",
    ],
    body: `contract ${name} is Ownable, ReentrancyGuard {
    uint256 public constant INTERVAL = ${settingOf(plan, "interval")};

    address[] public heirs;
    uint256 public lastPing = block.timestamp;
    uint256 public unclaimedShares;
    mapping(address heir => bool) public hasShare;

    event Pinged();
    event HeirsSet(address[] heirs);
    event Claimed(address indexed heir, uint256 amount);

    error TooManyHeirs();
    error InvalidHeir();
    error OwnerIsAlive(uint256 until);
    error NotAnHeir();
    error TooLate();

    constructor() Ownable(msg.sender) {}

    receive() external payable {}

    function isReleased() public view returns (bool) {
        return block.timestamp >= lastPing + INTERVAL;
    }

    /// Says that the owner is there. Not possible once heirs can claim.
    function ping() public onlyOwner {
        if (isReleased()) revert TooLate();
        lastPing = block.timestamp;
        emit Pinged();
    }

    /// Names the heirs, 50 at most. They share equally.
    function setHeirs(address[] calldata accounts) external onlyOwner {
        ping();
        if (accounts.length > 50) revert TooManyHeirs();
        for (uint256 i = 0; i < heirs.length; ++i) hasShare[heirs[i]] = false;
        for (uint256 i = 0; i < accounts.length; ++i) {
            if (accounts[i] == address(0) || hasShare[accounts[i]]) revert InvalidHeir();
            hasShare[accounts[i]] = true;
        }
        heirs = accounts;
        unclaimedShares = accounts.length;
        emit HeirsSet(accounts);
    }

    function withdraw(uint256 amount) external onlyOwner nonReentrant {
        ping();
        Address.sendValue(payable(msg.sender), amount);
    }

    /// Sends an heir their share.
    function claim() external nonReentrant {
        if (!isReleased()) revert OwnerIsAlive(lastPing + INTERVAL);
        if (!hasShare[msg.sender]) revert NotAnHeir();
        hasShare[msg.sender] = false;
        uint256 amount = address(this).balance / unclaimedShares;
        unclaimedShares -= 1;
        emit Claimed(msg.sender, amount);
        Address.sendValue(payable(msg.sender), amount);
    }
}`,
  };
}
