import type { ContractPlan } from "../../plan.ts";
import type { WrittenContract } from "../solidity-file.ts";
import { nameContract } from "./template-parts.ts";

/** Writes a board on which anyone posts messages. */
export function writeMessageBoard(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "MessageBoard");
  return {
    name,
    imports: [],
    notes: [`${name}: anyone posts messages, which stay for ever.`],
    body: `contract ${name} {
    uint256 public constant MAX_BYTES = 500;

    struct Message {
        address author;
        uint256 timestamp;
        string text;
    }

    Message[] public messages;

    event Posted(uint256 indexed id, address indexed author, string text);

    error InvalidLength();

    function post(string calldata text) external returns (uint256 id) {
        if (bytes(text).length == 0 || bytes(text).length > MAX_BYTES) revert InvalidLength();
        id = messages.length;
        messages.push(Message(msg.sender, block.timestamp, text));
        emit Posted(id, msg.sender, text);
    }

    function count() external view returns (uint256) {
        return messages.length;
    }
}`,
  };
}
