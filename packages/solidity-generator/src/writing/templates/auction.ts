import { type ContractPlan, settingOf } from "../../plan.ts";
import { toDuration, toEther, type WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes an English auction for one NFT: bids rise, and those who were outbid take their Ether back. */
export function writeAuction(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "NftAuction");
  return {
    name,
    imports: [libraries.ownable, libraries.reentrancyGuard, libraries.address, libraries.ierc721],
    notes: [
      `${name}: an English auction for one NFT that runs ${toDuration(settingOf(plan, "duration"))}. The highest bid wins.`,
      "The owner approves the NFT and calls start. Those who were outbid take their ether back with withdraw; settle ends it.",
    ],
    body: `contract ${name} is Ownable, ReentrancyGuard {
    uint256 public constant DURATION = ${settingOf(plan, "duration")};
    /// The lowest first bid.
    uint256 public constant RESERVE = ${toEther(settingOf(plan, "reserve"))};
    /// How much higher each bid must be, in 1/100 %.
    uint256 public constant INCREMENT = ${settingOf(plan, "increment")};

    IERC721 public nft;
    uint256 public tokenId;
    uint256 public endsAt;
    address public highestBidder;
    uint256 public highestBid;
    bool public isSettled;
    mapping(address bidder => uint256) public refunds;

    event Started(IERC721 indexed nft, uint256 indexed tokenId, uint256 endsAt);
    event Bid(address indexed bidder, uint256 amount);
    event Settled(address indexed winner, uint256 amount);

    error AlreadyStarted();
    error NotRunning();
    error NotOver();
    error BidTooLow(uint256 minimum);
    error NothingToWithdraw();

    constructor() Ownable(msg.sender) {}

    /// Starts the auction. The owner has approved the NFT to this contract.
    function start(IERC721 collection, uint256 id) external onlyOwner {
        if (endsAt != 0) revert AlreadyStarted();
        nft = collection;
        tokenId = id;
        endsAt = block.timestamp + DURATION;
        emit Started(collection, id, endsAt);
        collection.transferFrom(msg.sender, address(this), id);
    }

    /// The lowest bid that is accepted now.
    function minimumBid() public view returns (uint256) {
        if (highestBidder == address(0)) return RESERVE;
        return highestBid + (highestBid * INCREMENT) / 10_000 + 1;
    }

    function bid() external payable {
        if (endsAt == 0 || block.timestamp >= endsAt) revert NotRunning();
        if (msg.value < minimumBid()) revert BidTooLow(minimumBid());
        if (highestBidder != address(0)) refunds[highestBidder] += highestBid;
        highestBidder = msg.sender;
        highestBid = msg.value;
        emit Bid(msg.sender, msg.value);
    }

    /// Sends the caller the bids that were outbid.
    function withdraw() external nonReentrant {
        uint256 amount = refunds[msg.sender];
        if (amount == 0) revert NothingToWithdraw();
        refunds[msg.sender] = 0;
        Address.sendValue(payable(msg.sender), amount);
    }

    /// Ends the auction: the winner gets the NFT and the owner the bid. Without a bid, the NFT goes back to the owner.
    function settle() external nonReentrant {
        if (endsAt == 0 || block.timestamp < endsAt || isSettled) revert NotOver();
        isSettled = true;
        address winner = highestBidder == address(0) ? owner() : highestBidder;
        emit Settled(winner, highestBid);
        nft.transferFrom(address(this), winner, tokenId);
        if (highestBid > 0) Address.sendValue(payable(owner()), highestBid);
    }
}`,
  };
}
