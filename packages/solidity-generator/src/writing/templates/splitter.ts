import type { ContractPlan } from "../../plan.ts";
import type { WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

export function writeSplitter(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "PaymentSplitter");
  const accounts = plan.accounts ?? [];
  const asked = (plan.settings.shares ?? "")
    .split(",")
    .map(Number)
    .filter((share) => share > 0);
  const count = accounts.length || asked.length || 2;
  const shares = asked.length === count ? asked : Array.from({ length: count }, () => 1);
  const total = shares.reduce((sum, share) => sum + share, 0);
  const setup =
    accounts.length > 0
      ? `    constructor() {
        address[] memory first = new address[](${count});
${accounts.map((account, index) => `        first[${index}] = ${account};`).join("\n")}
        _setPayees(first);
    }`
      : `    address private immutable _deployer = msg.sender;

    /// Sets the payees, in the order of their shares. Only the deployer can call it, once.
    function setPayees(address[] calldata accounts) external {
        if (msg.sender != _deployer || payees.length != 0) revert NotAllowed();
        _setPayees(accounts);
    }`;
  return {
    name,
    imports: [libraries.address, libraries.ierc20, libraries.safeErc20, libraries.reentrancyGuard],
    notes: [
      `${name}: ether and ERC-20 tokens it receives are divided ${shares.join(" : ")}. Each payee takes their part with release.`,
      ...(accounts.length > 0 ? [] : ["Set the payees with setPayees after deploying it."]),
    ],
    body: `contract ${name} is ReentrancyGuard {
    using SafeERC20 for IERC20;

    uint256 public constant TOTAL_SHARES = ${total};

    address[] public payees;
    mapping(address payee => uint256) public shares;
    uint256 public totalReleased;
    mapping(address payee => uint256) public released;
    mapping(IERC20 token => uint256) public totalTokensReleased;
    mapping(IERC20 token => mapping(address payee => uint256)) public tokensReleased;

    event Received(address indexed from, uint256 amount);
    event Released(address indexed payee, uint256 amount);
    event TokensReleased(IERC20 indexed token, address indexed payee, uint256 amount);

    error NotAllowed();
    error InvalidPayees();
    error NothingDue();

${setup}

    receive() external payable {
        emit Received(msg.sender, msg.value);
    }

    /// The ether that a payee can take now.
    function releasable(address payee) public view returns (uint256) {
        return ((address(this).balance + totalReleased) * shares[payee]) / TOTAL_SHARES - released[payee];
    }

    /// The tokens that a payee can take now.
    function releasableTokens(IERC20 token, address payee) public view returns (uint256) {
        uint256 received = token.balanceOf(address(this)) + totalTokensReleased[token];
        return (received * shares[payee]) / TOTAL_SHARES - tokensReleased[token][payee];
    }

    function release(address payable payee) external nonReentrant {
        uint256 amount = releasable(payee);
        if (amount == 0) revert NothingDue();
        totalReleased += amount;
        released[payee] += amount;
        emit Released(payee, amount);
        Address.sendValue(payee, amount);
    }

    function releaseTokens(IERC20 token, address payee) external nonReentrant {
        uint256 amount = releasableTokens(token, payee);
        if (amount == 0) revert NothingDue();
        totalTokensReleased[token] += amount;
        tokensReleased[token][payee] += amount;
        emit TokensReleased(token, payee, amount);
        token.safeTransfer(payee, amount);
    }

    function _setPayees(address[] memory accounts) private {
        uint256[${count}] memory parts = [uint256(${shares[0]})${shares
          .slice(1)
          .map((share) => `, ${share}`)
          .join("")}];
        if (accounts.length != parts.length) revert InvalidPayees();
        for (uint256 i = 0; i < accounts.length; ++i) {
            if (accounts[i] == address(0) || shares[accounts[i]] != 0) revert InvalidPayees();
            payees.push(accounts[i]);
            shares[accounts[i]] = parts[i];
        }
    }
}`,
  };
}
