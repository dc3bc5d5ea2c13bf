import { type ContractPlan, settingOf } from "../../plan.ts";
import { toDuration, toEther, type WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes a Dutch auction for one NFT: the price falls until somebody buys. */
export function writeDutchAuction(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "NftDutchAuction");
  return {
    name,
    imports: [libraries.ownable, libraries.reentrancyGuard, libraries.address, libraries.ierc721],
    notes: [
      `${name}: a Dutch auction for one NFT. Its price falls from ${settingOf(plan, "startPrice")} to ${settingOf(plan, "endPrice")} ether within ${toDuration(settingOf(plan, "duration"))} and stays there.`,
      "The owner approves the NFT and calls start; the first who pays the price with buy gets it.",
    ],
    body: `contract ${name} is Ownable, ReentrancyGuard {
    uint256 public constant START_PRICE = ${toEther(settingOf(plan, "startPrice"))};
    uint256 public constant END_PRICE = ${toEther(settingOf(plan, "endPrice"))};
    uint256 public constant DURATION = ${settingOf(plan, "duration")};

    IERC721 public nft;
    uint256 public tokenId;
    uint256 public startedAt;
    bool public isOver;

    event Started(IERC721 indexed nft, uint256 indexed tokenId);
    event Sold(address indexed buyer, uint256 price);
    event Cancelled();

    error AlreadyStarted();
    error NotRunning();
    error PriceNotPaid(uint256 price);

    constructor() Ownable(msg.sender) {}

    /// Starts the auction. The owner has approved the NFT to this contract.
    function start(IERC721 collection, uint256 id) external onlyOwner {
        if (startedAt != 0) revert AlreadyStarted();
        nft = collection;
        tokenId = id;
        startedAt = block.timestamp;
        emit Started(collection, id);
        collection.transferFrom(msg.sender, address(this), id);
    }

    /// The price now.
    function price() public view returns (uint256) {
        if (startedAt == 0) return START_PRICE;
        uint256 elapsed = block.timestamp - startedAt;
        if (elapsed >= DURATION) return END_PRICE;
        return START_PRICE - ((START_PRICE - END_PRICE) * elapsed) / DURATION;
    }

    /// Buys the NFT. What is paid above the price is sent back.
    function buy() external payable nonReentrant {
        if (startedAt == 0 || isOver) revert NotRunning();
        uint256 cost = price();
        if (msg.value < cost) revert PriceNotPaid(cost);
        isOver = true;
        emit Sold(msg.sender, cost);
        nft.transferFrom(address(this), msg.sender, tokenId);
        Address.sendValue(payable(owner()), cost);
        if (msg.value > cost) Address.sendValue(payable(msg.sender), msg.value - cost);
    }

    /// Gives the owner the unsold NFT back.
    function cancel() external onlyOwner {
        if (startedAt == 0 || isOver) revert NotRunning();
        isOver = true;
        emit Cancelled();
        nft.transferFrom(address(this), msg.sender, tokenId);
    }
}`,
  };
}
