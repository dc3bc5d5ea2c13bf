import { type ContractPlan, settingOf } from "../../plan.ts";
import { toDuration, toEther, type WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes a registry of names that are rented for a fee. */
export function writeRegistry(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "NameRegistry");
  return {
    name,
    imports: [libraries.ownable, libraries.reentrancyGuard, libraries.address],
    notes: [
      `${name}: the first to pay ${settingOf(plan, "price")} ether for ${toDuration(settingOf(plan, "interval"))} gets a name and sets what it points to.`,
      "An expired name can be registered by anyone. Names are lower-case letters, digits and hyphens.",
    ],
    body: `contract ${name} is Ownable, ReentrancyGuard {
    struct Record {
        address holder;
        address target;
        uint256 expiresAt;
    }

    uint256 public constant PRICE = ${toEther(settingOf(plan, "price"))};
    uint256 public constant INTERVAL = ${settingOf(plan, "interval")};
    mapping(string name => Record) public records;

    event Registered(string name, address indexed holder, uint256 expiresAt);
    event TargetSet(string name, address indexed target);
    event Transferred(string name, address indexed holder);

    error InvalidName();
    error NameTaken();
    error NotHolder();
    error WrongPayment(uint256 expected);

    constructor() Ownable(msg.sender) {}

    /// Registers a name that nobody holds.
    function register(string calldata name) external payable {
        if (!isValid(name)) revert InvalidName();
        if (!isAvailable(name)) revert NameTaken();
        if (msg.value != PRICE) revert WrongPayment(PRICE);
        records[name] = Record(msg.sender, msg.sender, block.timestamp + INTERVAL);
        emit Registered(name, msg.sender, block.timestamp + INTERVAL);
    }

    /// Pays for another period. Only its holder can.
    function renew(string calldata name) external payable {
        Record storage entry = _held(name);
        if (msg.value != PRICE) revert WrongPayment(PRICE);
        entry.expiresAt += INTERVAL;
        emit Registered(name, msg.sender, entry.expiresAt);
    }

    function setTarget(string calldata name, address target) external {
        _held(name).target = target;
        emit TargetSet(name, target);
    }

    function transfer(string calldata name, address holder) external {
        if (holder == address(0)) revert NotHolder();
        _held(name).holder = holder;
        emit Transferred(name, holder);
    }

    /// The address that a name points to; zero if nobody holds it.
    function resolve(string calldata name) external view returns (address) {
        return isAvailable(name) ? address(0) : records[name].target;
    }

    function isAvailable(string calldata name) public view returns (bool) {
        return block.timestamp >= records[name].expiresAt;
    }

    function isValid(string calldata name) public pure returns (bool) {
        bytes calldata text = bytes(name);
        if (text.length < 3 || text.length > 32) return false;
        for (uint256 i = 0; i < text.length; ++i) {
            bytes1 char = text[i];
            if (!((char >= "a" && char <= "z") || (char >= "0" && char <= "9") || char == "-")) return false;
        }
        return true;
    }

    /// Pays the owner the fees.
    function withdraw() external onlyOwner nonReentrant {
        Address.sendValue(payable(msg.sender), address(this).balance);
    }

    function _held(string calldata name) private view returns (Record storage entry) {
        entry = records[name];
        if (entry.holder != msg.sender || block.timestamp >= entry.expiresAt) revert NotHolder();
    }
}`,
  };
}
