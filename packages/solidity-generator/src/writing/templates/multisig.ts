import { type ContractPlan, settingOf } from "../../plan.ts";
import type { WrittenContract } from "../solidity-file.ts";
import { nameContract } from "./template-parts.ts";

export function writeMultisig(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "MultisigWallet");
  const accounts = plan.accounts ?? [];
  const owners = accounts.length || Math.max(settingOf(plan, "owners"), settingOf(plan, "signatures"));
  const signatures = Math.min(settingOf(plan, "signatures"), owners);
  const setup =
    accounts.length > 0
      ? `    constructor() {
        address[] memory first = new address[](${owners});
${accounts.map((account, index) => `        first[${index}] = ${account};`).join("\n")}
        _setOwners(first);
    }`
      : `    address private immutable _deployer = msg.sender;

    /// Sets the owners. Only the deployer can call it, once; until then the wallet executes nothing.
    function setOwners(address[] calldata accounts) external {
        if (msg.sender != _deployer || owners.length != 0) revert NotAllowed();
        _setOwners(accounts);
    }`;
  return {
    name,
    imports: [],
    notes: [
      `${name}: ${signatures} of ${owners} owners must confirm each transaction.`,
      ...(accounts.length > 0
        ? []
        : ["Set the owners with setOwners after deploying it, before sending anything to it."]),
    ],
    body: `contract ${name} {
    struct Transaction {
        address to;
        uint256 value;
        bytes data;
        bool isExecuted;
        uint256 confirmations;
    }

    uint256 public constant OWNER_COUNT = ${owners};
    uint256 public constant THRESHOLD = ${signatures};

    address[] public owners;
    mapping(address account => bool) public isOwner;
    Transaction[] public transactions;
    mapping(uint256 id => mapping(address owner => bool)) public isConfirmedBy;

    event Deposited(address indexed from, uint256 amount);
    event Submitted(uint256 indexed id, address indexed owner, address indexed to, uint256 value, bytes data);
    event Confirmed(uint256 indexed id, address indexed owner);
    event Revoked(uint256 indexed id, address indexed owner);
    event Executed(uint256 indexed id);

    error NotAllowed();
    error InvalidOwners();
    error UnknownTransaction();
    error AlreadyDone();
    error NotEnoughConfirmations();
    error ExecutionFailed();

    modifier onlyOwner() {
        if (!isOwner[msg.sender]) revert NotAllowed();
        _;
    }

    modifier pending(uint256 id) {
        if (id >= transactions.length) revert UnknownTransaction();
        if (transactions[id].isExecuted) revert AlreadyDone();
        _;
    }

${setup}

    receive() external payable {
        emit Deposited(msg.sender, msg.value);
    }

    /// Proposes a call and confirms it.
    function submit(address to, uint256 value, bytes calldata data) external onlyOwner returns (uint256 id) {
        id = transactions.length;
        transactions.push(Transaction(to, value, data, false, 0));
        emit Submitted(id, msg.sender, to, value, data);
        _confirm(id);
    }

    function confirm(uint256 id) external onlyOwner pending(id) {
        _confirm(id);
    }

    function revoke(uint256 id) external onlyOwner pending(id) {
        if (!isConfirmedBy[id][msg.sender]) revert AlreadyDone();
        isConfirmedBy[id][msg.sender] = false;
        transactions[id].confirmations -= 1;
        emit Revoked(id, msg.sender);
    }

    /// Makes the call, once enough owners have confirmed it.
    function execute(uint256 id) external onlyOwner pending(id) returns (bytes memory result) {
        Transaction storage transaction = transactions[id];
        if (transaction.confirmations < THRESHOLD) revert NotEnoughConfirmations();
        transaction.isExecuted = true;
        emit Executed(id);
        bool isDone;
        (isDone, result) = transaction.to.call{value: transaction.value}(transaction.data);
        if (!isDone) revert ExecutionFailed();
    }

    function transactionCount() external view returns (uint256) {
        return transactions.length;
    }

    function _confirm(uint256 id) private {
        if (isConfirmedBy[id][msg.sender]) revert AlreadyDone();
        isConfirmedBy[id][msg.sender] = true;
        transactions[id].confirmations += 1;
        emit Confirmed(id, msg.sender);
    }

    function _setOwners(address[] memory accounts) private {
        if (accounts.length != OWNER_COUNT) revert InvalidOwners();
        for (uint256 i = 0; i < accounts.length; ++i) {
            if (accounts[i] == address(0) || isOwner[accounts[i]]) revert InvalidOwners();
            isOwner[accounts[i]] = true;
            owners.push(accounts[i]);
        }
    }
}`,
  };
}
