import { type ContractPlan, settingOf } from "../../plan.ts";
import { toEther, type WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes the sale of numbered tickets for an event. */
export function writeTicketSale(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "TicketSale");
  return {
    name,
    imports: [libraries.ownable, libraries.reentrancyGuard, libraries.address],
    notes: [
      `${name}: ${settingOf(plan, "tickets")} tickets for ${settingOf(plan, "price")} ether each. The owner marks a ticket as used at the door.`,
      "Tickets are entries of this contract, not NFTs; their holders can pass them on.",
    ],
    body: `contract ${name} is Ownable, ReentrancyGuard {
    uint256 public constant PRICE = ${toEther(settingOf(plan, "price"))};
    uint256 public constant TICKETS = ${settingOf(plan, "tickets")};

    uint256 public sold;
    mapping(uint256 ticket => address) public holderOf;
    mapping(uint256 ticket => bool) public isUsed;

    event Bought(uint256 indexed ticket, address indexed buyer);
    event Transferred(uint256 indexed ticket, address indexed holder);
    event Used(uint256 indexed ticket);

    error SoldOut();
    error WrongPayment(uint256 expected);
    error NotAllowed();

    constructor() Ownable(msg.sender) {}

    /// Buys the next ticket.
    function buy() external payable returns (uint256 ticket) {
        if (sold == TICKETS) revert SoldOut();
        if (msg.value != PRICE) revert WrongPayment(PRICE);
        ticket = ++sold;
        holderOf[ticket] = msg.sender;
        emit Bought(ticket, msg.sender);
    }

    function transfer(uint256 ticket, address holder) external {
        if (holderOf[ticket] != msg.sender || isUsed[ticket] || holder == address(0)) revert NotAllowed();
        holderOf[ticket] = holder;
        emit Transferred(ticket, holder);
    }

    /// Marks a ticket as used at the door.
    function checkIn(uint256 ticket) external onlyOwner {
        if (holderOf[ticket] == address(0) || isUsed[ticket]) revert NotAllowed();
        isUsed[ticket] = true;
        emit Used(ticket);
    }

    function withdraw() external onlyOwner nonReentrant {
        Address.sendValue(payable(msg.sender), address(this).balance);
    }
}`,
  };
}
