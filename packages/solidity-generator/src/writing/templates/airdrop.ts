import { type ContractPlan, has } from "../../plan.ts";
import { toDuration, type WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract, pausing, useToken } from "./template-parts.ts";

/** Writes an airdrop that is claimed with Merkle proofs, or sent to many receivers at once. */
export function writeAirdrop(plan: ContractPlan): WrittenContract {
  return has(plan, "merkle") ? writeMerkleAirdrop(plan) : writeBatchAirdrop(plan);
}

function writeMerkleAirdrop(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "TokenAirdrop");
  const token = useToken(plan, name);
  const pause = pausing(plan);
  const hasEnd = has(plan, "deadline");
  const { deadline = 0 } = plan.settings;
  return {
    name,
    imports: [
      libraries.ierc20,
      libraries.safeErc20,
      libraries.ownable,
      ["MerkleProof", "contracts/utils/cryptography/MerkleProof"],
      ...token.imports,
      ...pause.imports,
    ],
    notes: [
      `${name}: those on the list claim their tokens with a Merkle proof${hasEnd ? `, within ${toDuration(deadline)} of its deployment` : ""}.`,
      "The owner publishes the list's root with setMerkleRoot. Leaves are those of OpenZeppelin's StandardMerkleTree: [address, uint256].",
      token.note,
    ],
    body: `${token.contract}contract ${name} is Ownable${pause.parent} {
    using SafeERC20 for IERC20;

    IERC20 public immutable token;
    bytes32 public merkleRoot;${hasEnd ? "\n    uint256 public immutable claimableUntil;" : ""}
    mapping(address account => bool) public hasClaimed;

    event MerkleRootSet(bytes32 merkleRoot);
    event Claimed(address indexed account, uint256 amount);

    error AlreadyClaimed();
    error InvalidProof();${hasEnd ? "\n    error ClaimsClosed();\n    error ClaimsOpen();" : ""}

    constructor() Ownable(msg.sender) {
        token = ${token.create("address(this)")};${hasEnd ? `\n        claimableUntil = block.timestamp + ${deadline};` : ""}
    }

    function setMerkleRoot(bytes32 root) external onlyOwner {
        merkleRoot = root;
        emit MerkleRootSet(root);
    }

    /// Sends an account on the list its tokens; anyone may pay for the call.
    function claim(address account, uint256 amount, bytes32[] calldata proof) external${pause.modifier} {${hasEnd ? "\n        if (block.timestamp >= claimableUntil) revert ClaimsClosed();" : ""}
        if (hasClaimed[account]) revert AlreadyClaimed();
        bytes32 leaf = keccak256(bytes.concat(keccak256(abi.encode(account, amount))));
        if (!MerkleProof.verifyCalldata(proof, merkleRoot, leaf)) revert InvalidProof();
        hasClaimed[account] = true;
        emit Claimed(account, amount);
        token.safeTransfer(account, amount);
    }

    /// Gives the owner ${hasEnd ? "the tokens that were not claimed in time" : "the tokens that are left"}.
    function withdraw() external onlyOwner {${hasEnd ? "\n        if (block.timestamp < claimableUntil) revert ClaimsOpen();" : ""}
        token.safeTransfer(msg.sender, token.balanceOf(address(this)));
    }${pause.functions}
}`,
  };
}

function writeBatchAirdrop(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "TokenAirdrop");
  const token = useToken(plan, name);
  const pause = pausing(plan);
  return {
    name,
    imports: [libraries.ierc20, libraries.safeErc20, libraries.ownable, ...token.imports, ...pause.imports],
    notes: [
      `${name}: the owner approves tokens to it and sends them to many accounts with one call.`,
      token.note,
    ],
    body: `${token.contract}contract ${name} is Ownable${pause.parent} {
    using SafeERC20 for IERC20;

    IERC20 public immutable token;

    event Distributed(uint256 recipients, uint256 total);

    error LengthMismatch();

    constructor() Ownable(msg.sender) {
        token = ${token.create("msg.sender")};
    }

    /// Sends each recipient an amount of its own, from the owner's tokens.
    function distribute(address[] calldata recipients, uint256[] calldata amounts) external onlyOwner${pause.modifier} {
        if (recipients.length != amounts.length) revert LengthMismatch();
        uint256 total = 0;
        for (uint256 i = 0; i < recipients.length; ++i) {
            total += amounts[i];
            token.safeTransferFrom(msg.sender, recipients[i], amounts[i]);
        }
        emit Distributed(recipients.length, total);
    }

    /// Sends every recipient the same amount, from the owner's tokens.
    function distributeEqually(address[] calldata recipients, uint256 amount) external onlyOwner${pause.modifier} {
        for (uint256 i = 0; i < recipients.length; ++i) {
            token.safeTransferFrom(msg.sender, recipients[i], amount);
        }
        emit Distributed(recipients.length, amount * recipients.length);
    }${pause.functions}
}`,
  };
}
