import { type ContractPlan, has } from "../../plan.ts";
import type { WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract, pausing } from "./template-parts.ts";

/** Writes a marketplace where ERC-721 tokens are sold for Ether. */
export function writeMarketplace(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "NftMarketplace");
  const pause = pausing(plan);
  const hasFee = has(plan, "fee");
  const hasRoyalties = has(plan, "royalties");
  const { fee = 0 } = plan.settings;
  return {
    name,
    imports: [
      libraries.ownable,
      libraries.reentrancyGuard,
      libraries.address,
      ["IERC721", "contracts/token/ERC721/IERC721"],
      ...(hasRoyalties
        ? ([
            ["IERC2981", "contracts/interfaces/IERC2981"],
            ["ERC165Checker", "contracts/utils/introspection/ERC165Checker"],
          ] satisfies WrittenContract["imports"])
        : []),
      ...pause.imports,
    ],
    notes: [
      `${name}: sellers approve a token to it and list it for a price in ether; the token stays with them until it is sold.`,
      "Sellers, creators and the owner take what they are owed with withdraw: a payee that refuses ether cannot block a sale.",
    ],
    body: `contract ${name} is Ownable, ReentrancyGuard${pause.parent} {
    struct Listing {
        address seller;
        uint256 price;
    }
${hasFee ? `\n    /// Share of each sale that the owner gets, in 1/100 %.\n    uint256 public constant FEE = ${fee};` : ""}
    mapping(address collection => mapping(uint256 tokenId => Listing)) public listings;${has(plan, "offers") ? "\n    mapping(address collection => mapping(uint256 tokenId => mapping(address buyer => uint256 amount))) public offers;" : ""}
    /// What an account can withdraw.
    mapping(address account => uint256 amount) public proceeds;

    event Listed(address indexed collection, uint256 indexed tokenId, address indexed seller, uint256 price);
    event Cancelled(address indexed collection, uint256 indexed tokenId);
    event Sold(address indexed collection, uint256 indexed tokenId, address indexed buyer, uint256 price);${has(plan, "offers") ? "\n    event Offered(address indexed collection, uint256 indexed tokenId, address indexed buyer, uint256 amount);" : ""}

    error NotAllowed();
    error InvalidPrice();
    error NotListed();
    error NotApproved();
    error NothingToWithdraw();${has(plan, "offers") ? "\n    error NoSuchOffer();" : ""}

    constructor() Ownable(msg.sender) {}

    function list(address collection, uint256 tokenId, uint256 price) external${pause.modifier} {
        if (price == 0) revert InvalidPrice();
        IERC721 nft = IERC721(collection);
        if (nft.ownerOf(tokenId) != msg.sender) revert NotAllowed();
        if (nft.getApproved(tokenId) != address(this) && !nft.isApprovedForAll(msg.sender, address(this))) revert NotApproved();
        listings[collection][tokenId] = Listing(msg.sender, price);
        emit Listed(collection, tokenId, msg.sender, price);
    }

    function cancel(address collection, uint256 tokenId) external {
        if (listings[collection][tokenId].seller != msg.sender) revert NotAllowed();
        delete listings[collection][tokenId];
        emit Cancelled(collection, tokenId);
    }

    function buy(address collection, uint256 tokenId) external payable nonReentrant${pause.modifier} {
        Listing memory listing = listings[collection][tokenId];
        if (listing.seller == address(0)) revert NotListed();
        if (msg.value != listing.price) revert InvalidPrice();
        _sell(collection, tokenId, listing.seller, msg.sender, listing.price);
    }${
      has(plan, "offers")
        ? `

    /// Offers ether for a token, on top of what the same buyer has offered for it before.
    function offer(address collection, uint256 tokenId) external payable${pause.modifier} {
        if (msg.value == 0) revert InvalidPrice();
        offers[collection][tokenId][msg.sender] += msg.value;
        emit Offered(collection, tokenId, msg.sender, offers[collection][tokenId][msg.sender]);
    }

    function cancelOffer(address collection, uint256 tokenId) external nonReentrant {
        uint256 amount = offers[collection][tokenId][msg.sender];
        if (amount == 0) revert NoSuchOffer();
        offers[collection][tokenId][msg.sender] = 0;
        Address.sendValue(payable(msg.sender), amount);
    }

    /// Sells a token to a buyer for at least the amount that the seller has seen.
    function acceptOffer(address collection, uint256 tokenId, address buyer, uint256 minimum) external nonReentrant${pause.modifier} {
        if (IERC721(collection).ownerOf(tokenId) != msg.sender) revert NotAllowed();
        uint256 amount = offers[collection][tokenId][buyer];
        if (amount == 0 || amount < minimum) revert NoSuchOffer();
        offers[collection][tokenId][buyer] = 0;
        _sell(collection, tokenId, msg.sender, buyer, amount);
    }`
        : ""
    }

    function withdraw() external nonReentrant {
        uint256 amount = proceeds[msg.sender];
        if (amount == 0) revert NothingToWithdraw();
        proceeds[msg.sender] = 0;
        Address.sendValue(payable(msg.sender), amount);
    }

    function _sell(address collection, uint256 tokenId, address seller, address buyer, uint256 price) private {
        delete listings[collection][tokenId];
        uint256 rest = price;${
          hasFee
            ? `
        uint256 fee = (price * FEE) / 10_000;
        proceeds[owner()] += fee;
        rest -= fee;`
            : ""
        }${
          hasRoyalties
            ? `
        (address creator, uint256 royalty) = _royaltyOf(collection, tokenId, price);
        // A collection cannot claim more than what is left.
        if (royalty > rest) royalty = rest;
        proceeds[creator] += royalty;
        rest -= royalty;`
            : ""
        }
        proceeds[seller] += rest;
        emit Sold(collection, tokenId, buyer, price);
        IERC721(collection).safeTransferFrom(seller, buyer, tokenId);
    }${
      hasRoyalties
        ? `

    function _royaltyOf(address collection, uint256 tokenId, uint256 price) private view returns (address creator, uint256 royalty) {
        if (!ERC165Checker.supportsInterface(collection, type(IERC2981).interfaceId)) return (address(0), 0);
        (creator, royalty) = IERC2981(collection).royaltyInfo(tokenId, price);
        if (creator == address(0)) royalty = 0;
    }`
        : ""
    }${pause.functions}
}`,
  };
}
