import { type ContractPlan, has } from "../../plan.ts";
import { toDuration, type WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract, pausing, useToken } from "./template-parts.ts";

export function writeEscrow(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "DealEscrow");
  const isToken = has(plan, "tokenPayment");
  const token = isToken ? useToken(plan, name) : undefined;
  const pause = pausing(plan);
  const hasArbiter = has(plan, "arbiter");
  const hasDeadline = has(plan, "deadline");
  const hasFee = has(plan, "fee");
  const { deadline = 0, fee = 0 } = plan.settings;
  const pay = (to: string, amount: string) =>
    isToken ? `token.safeTransfer(${to}, ${amount});` : `Address.sendValue(payable(${to}), ${amount});`;
  return {
    name,
    imports: [
      libraries.ownable,
      libraries.reentrancyGuard,
      ...(token ? [libraries.ierc20, libraries.safeErc20, ...token.imports] : [libraries.address]),
      ...pause.imports,
    ],
    notes: [
      `${name}: a buyer deposits ${isToken ? "tokens" : "ether"} for a seller with open; release pays the seller, refund pays the buyer back.`,
      "The buyer can release and the seller can refund at any time.",
      ...(hasArbiter ? ["Each deal names an arbiter, who may do either."] : []),
      ...(hasDeadline ? [`The buyer can take the money back ${toDuration(deadline)} after opening.`] : []),
      ...(token ? [token.note] : []),
    ],
    body: `${token?.contract ?? ""}contract ${name} is Ownable, ReentrancyGuard${pause.parent} {
${isToken ? "    using SafeERC20 for IERC20;\n\n" : ""}    enum State {
        None,
        Open,
        Released,
        Refunded
    }

    struct Deal {
        address buyer;
        address seller;${hasArbiter ? "\n        address arbiter;" : ""}
        uint256 amount;${hasDeadline ? "\n        uint256 deadline;" : ""}
        State state;
    }
${isToken ? "\n    IERC20 public immutable token;" : ""}${hasFee ? `\n    /// Share of each released amount that the owner gets, in 1/100 %.\n    uint256 public constant FEE = ${fee};\n    uint256 public collectedFees;` : ""}
    uint256 public dealCount;
    mapping(uint256 id => Deal) public deals;

    event Opened(uint256 indexed id, address indexed buyer, address indexed seller, uint256 amount);
    event Released(uint256 indexed id);
    event Refunded(uint256 indexed id);

    error InvalidDeal();
    error NotOpen();
    error NotAllowed();

    constructor() Ownable(msg.sender) {${token ? `\n        token = ${token.create("msg.sender")};\n    ` : ""}}

    /// Opens a deal and deposits its money.
    function open(address seller${hasArbiter ? ", address arbiter" : ""}${isToken ? ", uint256 amount" : ""}) external ${isToken ? "" : "payable "}nonReentrant${pause.modifier} returns (uint256 id) {
${
  isToken
    ? `        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = token.balanceOf(address(this)) - before;`
    : "        uint256 received = msg.value;"
}
        if (received == 0 || seller == address(0) || seller == msg.sender) revert InvalidDeal();${hasArbiter ? "\n        if (arbiter == address(0) || arbiter == msg.sender || arbiter == seller) revert InvalidDeal();" : ""}
        id = ++dealCount;
        deals[id] = Deal(msg.sender, seller, ${hasArbiter ? "arbiter, " : ""}received, ${hasDeadline ? `block.timestamp + ${deadline}, ` : ""}State.Open);
        emit Opened(id, msg.sender, seller, received);
    }

    /// Pays the seller: the buyer is content${hasArbiter ? ", or the arbiter decided so" : ""}.
    function release(uint256 id) external nonReentrant {
        Deal storage deal = deals[id];
        if (deal.state != State.Open) revert NotOpen();
        if (msg.sender != deal.buyer${hasArbiter ? " && msg.sender != deal.arbiter" : ""}) revert NotAllowed();
        deal.state = State.Released;
        emit Released(id);${
          hasFee
            ? `
        uint256 fee = (deal.amount * FEE) / 10_000;
        collectedFees += fee;
        ${pay("deal.seller", "deal.amount - fee")}`
            : `
        ${pay("deal.seller", "deal.amount")}`
        }
    }

    /// Pays the buyer back: the seller gives up${hasArbiter ? ", the arbiter decided so" : ""}${hasDeadline ? ", or the deadline has passed" : ""}.
    function refund(uint256 id) external nonReentrant {
        Deal storage deal = deals[id];
        if (deal.state != State.Open) revert NotOpen();
        bool isAllowed = msg.sender == deal.seller${hasArbiter ? " || msg.sender == deal.arbiter" : ""}${hasDeadline ? " || (msg.sender == deal.buyer && block.timestamp >= deal.deadline)" : ""};
        if (!isAllowed) revert NotAllowed();
        deal.state = State.Refunded;
        emit Refunded(id);
        ${pay("deal.buyer", "deal.amount")}
    }${
      hasFee
        ? `

    /// Pays the owner the fees of released deals.
    function withdrawFees() external onlyOwner nonReentrant {
        uint256 amount = collectedFees;
        collectedFees = 0;
        ${pay("msg.sender", "amount")}
    }`
        : ""
    }${pause.functions}
}`,
  };
}
