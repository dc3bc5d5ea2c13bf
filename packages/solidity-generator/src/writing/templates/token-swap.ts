import type { ContractPlan } from "../../plan.ts";
import type { WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes swaps of two tokens between two parties, all or nothing. */
export function writeTokenSwap(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "TokenSwap");
  return {
    name,
    imports: [libraries.reentrancyGuard, libraries.ierc20, libraries.safeErc20],
    notes: [
      `${name}: a maker deposits tokens and says what they want for them; the account that pays it with accept gets them.`,
      "Do not offer tokens that take a fee on transfers.",
    ],
    body: `contract ${name} is ReentrancyGuard {
    using SafeERC20 for IERC20;

    struct Offer {
        address maker;
        address taker;
        IERC20 sold;
        uint256 soldAmount;
        IERC20 bought;
        uint256 boughtAmount;
    }

    uint256 public offerCount;
    mapping(uint256 id => Offer) public offers;

    event Offered(uint256 indexed id, address indexed maker, address indexed taker);
    event Accepted(uint256 indexed id, address indexed taker);
    event Cancelled(uint256 indexed id);

    error InvalidOffer();
    error NotAllowed();

    /// Offers a swap to one taker, or to anyone if the taker is zero.
    function offer(address taker, IERC20 sold, uint256 soldAmount, IERC20 bought, uint256 boughtAmount) external nonReentrant returns (uint256 id) {
        if (soldAmount == 0 || boughtAmount == 0) revert InvalidOffer();
        id = offerCount++;
        offers[id] = Offer(msg.sender, taker, sold, soldAmount, bought, boughtAmount);
        emit Offered(id, msg.sender, taker);
        sold.safeTransferFrom(msg.sender, address(this), soldAmount);
    }

    function accept(uint256 id) external nonReentrant {
        Offer memory found = offers[id];
        if (found.maker == address(0)) revert InvalidOffer();
        if (found.taker != address(0) && found.taker != msg.sender) revert NotAllowed();
        delete offers[id];
        emit Accepted(id, msg.sender);
        found.bought.safeTransferFrom(msg.sender, found.maker, found.boughtAmount);
        found.sold.safeTransfer(msg.sender, found.soldAmount);
    }

    function cancel(uint256 id) external nonReentrant {
        Offer memory found = offers[id];
        if (found.maker != msg.sender) revert NotAllowed();
        delete offers[id];
        emit Cancelled(id);
        found.sold.safeTransfer(msg.sender, found.soldAmount);
    }
}`,
  };
}
