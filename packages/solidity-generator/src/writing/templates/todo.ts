import type { ContractPlan } from "../../plan.ts";
import type { WrittenContract } from "../solidity-file.ts";
import { nameContract } from "./template-parts.ts";

/** Writes a to-do list for each account. */
export function writeTodo(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "TodoList");
  return {
    name,
    imports: [],
    notes: [`${name}: each account has a list of its own. Everyone can read all lists.`],
    body: `contract ${name} {
    struct Task {
        string text;
        bool isDone;
        bool isRemoved;
    }

    mapping(address account => Task[]) private _tasks;

    event TaskCreated(address indexed account, uint256 indexed id, string text);
    event TaskChanged(address indexed account, uint256 indexed id);

    error UnknownTask();

    function create(string calldata text) external returns (uint256 id) {
        id = _tasks[msg.sender].length;
        _tasks[msg.sender].push(Task(text, false, false));
        emit TaskCreated(msg.sender, id, text);
    }

    function setDone(uint256 id, bool isDone) external {
        _own(id).isDone = isDone;
        emit TaskChanged(msg.sender, id);
    }

    function edit(uint256 id, string calldata text) external {
        _own(id).text = text;
        emit TaskChanged(msg.sender, id);
    }

    function remove(uint256 id) external {
        _own(id).isRemoved = true;
        emit TaskChanged(msg.sender, id);
    }

    function get(address account, uint256 id) external view returns (Task memory) {
        return _tasks[account][id];
    }

    function count(address account) external view returns (uint256) {
        return _tasks[account].length;
    }

    function _own(uint256 id) private view returns (Task storage task) {
        if (id >= _tasks[msg.sender].length || _tasks[msg.sender][id].isRemoved) revert UnknownTask();
        task = _tasks[msg.sender][id];
    }
}`,
  };
}
