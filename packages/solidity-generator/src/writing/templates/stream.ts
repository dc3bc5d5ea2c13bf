import type { ContractPlan } from "../../plan.ts";
import type { WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes payments that flow by the second from a sender to a recipient. */
export function writeStream(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "PaymentStream");
  return {
    name,
    imports: [libraries.reentrancyGuard, libraries.address],
    notes: [
      `${name}: a sender deposits ether with open; it flows to the recipient by the second. withdraw takes what has flowed.`,
      "The sender or the recipient can cancel: the recipient keeps what has flowed and the sender gets the rest.",
    ],
    body: `contract ${name} is ReentrancyGuard {
    struct Stream {
        address sender;
        address recipient;
        uint256 deposit;
        uint256 withdrawn;
        uint256 start;
        uint256 stop;
    }

    uint256 public streamCount;
    mapping(uint256 id => Stream) public streams;

    event Opened(uint256 indexed id, address indexed sender, address indexed recipient, uint256 deposit);
    event Withdrawn(uint256 indexed id, uint256 amount);
    event Cancelled(uint256 indexed id, uint256 returned);

    error InvalidStream();
    error NotAllowed();

    /// Opens a stream that lasts a number of seconds.
    function open(address recipient, uint256 duration) external payable returns (uint256 id) {
        if (recipient == address(0) || duration == 0 || duration > 3650 days || msg.value == 0) revert InvalidStream();
        id = streamCount++;
        streams[id] = Stream(msg.sender, recipient, msg.value, 0, block.timestamp, block.timestamp + duration);
        emit Opened(id, msg.sender, recipient, msg.value);
    }

    /// The ether that the recipient can take now.
    function withdrawable(uint256 id) public view returns (uint256) {
        Stream storage stream = streams[id];
        if (stream.deposit == 0) return 0;
        uint256 until = block.timestamp < stream.stop ? block.timestamp : stream.stop;
        return (stream.deposit * (until - stream.start)) / (stream.stop - stream.start) - stream.withdrawn;
    }

    function withdraw(uint256 id) external nonReentrant {
        Stream storage stream = streams[id];
        if (msg.sender != stream.recipient) revert NotAllowed();
        uint256 amount = withdrawable(id);
        stream.withdrawn += amount;
        emit Withdrawn(id, amount);
        Address.sendValue(payable(stream.recipient), amount);
    }

    function cancel(uint256 id) external nonReentrant {
        Stream memory stream = streams[id];
        if (msg.sender != stream.sender && msg.sender != stream.recipient) revert NotAllowed();
        uint256 due = withdrawable(id);
        uint256 returned = stream.deposit - stream.withdrawn - due;
        delete streams[id];
        emit Cancelled(id, returned);
        Address.sendValue(payable(stream.recipient), due);
        Address.sendValue(payable(stream.sender), returned);
    }
}`,
  };
}
