import type { ContractPlan } from "../../plan.ts";
import type { WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes a factory that deploys ERC-20 tokens. */
export function writeTokenFactory(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "TokenFactory");
  return {
    name,
    imports: [libraries.erc20],
    notes: [
      `${name}: anyone creates an ERC-20 token with a name, a symbol and a fixed supply, and owns all of it at first.`,
    ],
    body: `contract CreatedToken is ERC20 {
    constructor(string memory name, string memory symbol, uint256 supply, address holder) ERC20(name, symbol) {
        _mint(holder, supply);
    }
}

contract ${name} {
    address[] public tokens;
    mapping(address creator => address[]) private _tokensOf;

    event TokenCreated(address indexed token, address indexed creator, string name, string symbol, uint256 supply);

    /// Creates a token. The supply is in the smallest unit: 1 token is 10 ** 18.
    function createToken(string calldata name, string calldata symbol, uint256 supply) external returns (address token) {
        token = address(new CreatedToken(name, symbol, supply, msg.sender));
        tokens.push(token);
        _tokensOf[msg.sender].push(token);
        emit TokenCreated(token, msg.sender, name, symbol, supply);
    }

    function tokensOf(address creator) external view returns (address[] memory) {
        return _tokensOf[creator];
    }

    function count() external view returns (uint256) {
        return tokens.length;
    }
}`,
  };
}
