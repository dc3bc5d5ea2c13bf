import type { ContractPlan } from "../../plan.ts";
import type { WrittenContract } from "../solidity-file.ts";
import { nameContract } from "./template-parts.ts";

/** Writes a registry that proves since when a document exists. */
export function writeNotary(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "DocumentNotary");
  return {
    name,
    imports: [],
    notes: [
      `${name}: records who registered the hash of a document first, and when. The document itself stays private.`,
    ],
    body: `contract ${name} {
    struct Proof {
        address author;
        uint256 timestamp;
    }

    mapping(bytes32 documentHash => Proof) public proofs;

    event Registered(bytes32 indexed documentHash, address indexed author, uint256 timestamp);

    error AlreadyRegistered();
    error InvalidHash();

    function register(bytes32 documentHash) external {
        if (documentHash == 0) revert InvalidHash();
        if (proofs[documentHash].timestamp != 0) revert AlreadyRegistered();
        proofs[documentHash] = Proof(msg.sender, block.timestamp);
        emit Registered(documentHash, msg.sender, block.timestamp);
    }

    /// Who registered a document and when; zero if nobody did.
    function verify(bytes32 documentHash) external view returns (address author, uint256 timestamp) {
        return (proofs[documentHash].author, proofs[documentHash].timestamp);
    }
}`,
  };
}
