import { type ContractPlan, settingOf } from "../../plan.ts";
import { toUnits, type WrittenContract } from "../solidity-file.ts";
import { decimalsOf, libraries, nameContract, useToken } from "./template-parts.ts";

/** Writes a pool in which staked NFTs earn tokens each day. */
export function writeNftStaking(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "NftStaking");
  const token = useToken(plan, name);
  return {
    name,
    imports: [
      libraries.ownable,
      libraries.reentrancyGuard,
      libraries.ierc20,
      libraries.safeErc20,
      libraries.ierc721,
      ...token.imports,
    ],
    notes: [
      `${name}: each staked NFT earns ${settingOf(plan, "rewardPerDay")} tokens a day.`,
      "The owner sets the collection once with setCollection. Rewards are paid from the tokens that the contract holds.",
      token.note,
    ],
    body: `${token.contract}contract ${name} is Ownable, ReentrancyGuard {
    using SafeERC20 for IERC20;

    struct Stake {
        address staker;
        uint256 since;
    }

    uint256 public constant REWARD_PER_DAY = ${toUnits(settingOf(plan, "rewardPerDay"), decimalsOf(plan))};
    IERC20 public immutable token;
    IERC721 public collection;
    mapping(uint256 tokenId => Stake) public stakes;

    event Staked(address indexed staker, uint256 indexed tokenId);
    event Unstaked(address indexed staker, uint256 indexed tokenId);
    event RewardPaid(address indexed staker, uint256 amount);

    error CollectionFixed();
    error NotStaker();

    constructor() Ownable(msg.sender) {
        token = ${token.create("address(this)")};
    }

    function setCollection(IERC721 nfts) external onlyOwner {
        if (address(collection) != address(0)) revert CollectionFixed();
        collection = nfts;
    }

    function stake(uint256 tokenId) external nonReentrant {
        stakes[tokenId] = Stake(msg.sender, block.timestamp);
        emit Staked(msg.sender, tokenId);
        collection.transferFrom(msg.sender, address(this), tokenId);
    }

    /// The tokens that a staked NFT has earned since its last claim.
    function earned(uint256 tokenId) public view returns (uint256) {
        if (stakes[tokenId].staker == address(0)) return 0;
        return ((block.timestamp - stakes[tokenId].since) * REWARD_PER_DAY) / 1 days;
    }

    function claim(uint256 tokenId) external nonReentrant {
        if (stakes[tokenId].staker != msg.sender) revert NotStaker();
        uint256 reward = earned(tokenId);
        stakes[tokenId].since = block.timestamp;
        emit RewardPaid(msg.sender, reward);
        token.safeTransfer(msg.sender, reward);
    }

    /// Gives an NFT back. Rewards that are not claimed before are given up, so it works when the contract is empty.
    function unstake(uint256 tokenId) external nonReentrant {
        if (stakes[tokenId].staker != msg.sender) revert NotStaker();
        delete stakes[tokenId];
        emit Unstaked(msg.sender, tokenId);
        collection.transferFrom(address(this), msg.sender, tokenId);
    }
}`,
  };
}
