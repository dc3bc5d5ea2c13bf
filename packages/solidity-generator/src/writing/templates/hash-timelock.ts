import { type ContractPlan, settingOf } from "../../plan.ts";
import { toDuration, type WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes a hashed timelock: Ether for an account that knows a secret in time, otherwise back to its sender. */
export function writeHashTimelock(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "HashTimelock");
  return {
    name,
    imports: [libraries.reentrancyGuard, libraries.address],
    notes: [
      `${name}: the receiver takes the ether with the secret within ${toDuration(settingOf(plan, "lock"))}; after that its sender takes it back.`,
      "For a swap between two chains, the party that starts it needs the longer lock.",
    ],
    body: `contract ${name} is ReentrancyGuard {
    struct Lock {
        address sender;
        address receiver;
        uint256 amount;
        bytes32 hash;
        uint256 expiresAt;
    }

    uint256 public constant LOCK = ${settingOf(plan, "lock")};
    uint256 public lockCount;
    mapping(uint256 id => Lock) public locks;

    event Locked(uint256 indexed id, address indexed sender, address indexed receiver, bytes32 hash);
    event Claimed(uint256 indexed id, bytes32 secret);
    event Refunded(uint256 indexed id);

    error InvalidLock();
    error NotAllowed();

    /// Locks ether for a receiver. The hash is the SHA-256 of the secret.
    function lock(address receiver, bytes32 hash) external payable returns (uint256 id) {
        if (receiver == address(0) || msg.value == 0 || hash == 0) revert InvalidLock();
        id = lockCount++;
        locks[id] = Lock(msg.sender, receiver, msg.value, hash, block.timestamp + LOCK);
        emit Locked(id, msg.sender, receiver, hash);
    }

    function claim(uint256 id, bytes32 secret) external nonReentrant {
        Lock memory found = locks[id];
        if (msg.sender != found.receiver || block.timestamp >= found.expiresAt) revert NotAllowed();
        if (sha256(abi.encode(secret)) != found.hash) revert NotAllowed();
        delete locks[id];
        emit Claimed(id, secret);
        Address.sendValue(payable(found.receiver), found.amount);
    }

    function refund(uint256 id) external nonReentrant {
        Lock memory found = locks[id];
        if (msg.sender != found.sender || block.timestamp < found.expiresAt) revert NotAllowed();
        delete locks[id];
        emit Refunded(id);
        Address.sendValue(payable(found.sender), found.amount);
    }
}`,
  };
}
