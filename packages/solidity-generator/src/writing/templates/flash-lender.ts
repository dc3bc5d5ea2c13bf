import { type ContractPlan, settingOf } from "../../plan.ts";
import type { WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract, useToken } from "./template-parts.ts";

/** Writes an ERC-3156 flash lender for one token. */
export function writeFlashLender(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "FlashLender");
  const token = useToken(plan, name);
  return {
    name,
    imports: [
      libraries.ownable,
      libraries.reentrancyGuard,
      libraries.ierc20,
      libraries.safeErc20,
      ["IERC3156FlashLender", "contracts/interfaces/IERC3156FlashLender"],
      ["IERC3156FlashBorrower", "contracts/interfaces/IERC3156FlashBorrower"],
      ...token.imports,
    ],
    notes: [
      `${name}: lends its tokens within one transaction for a fee of ${settingOf(plan, "fee") / 100} %.`,
      "The owner sends tokens to it to fill it, and takes them out with withdraw.",
      token.note,
    ],
    body: `${token.contract}contract ${name} is Ownable, ReentrancyGuard, IERC3156FlashLender {
    using SafeERC20 for IERC20;

    bytes32 private constant CALLBACK_SUCCESS = keccak256("ERC3156FlashBorrower.onFlashLoan");
    /// In 1/100 %.
    uint256 public constant FEE = ${settingOf(plan, "fee")};
    IERC20 public immutable token;

    event FlashLoan(address indexed receiver, uint256 amount, uint256 fee);

    error UnsupportedToken(address token);
    error CallbackFailed();

    constructor() Ownable(msg.sender) {
        token = ${token.create("address(this)")};
    }

    function maxFlashLoan(address asked) external view returns (uint256) {
        return asked == address(token) ? token.balanceOf(address(this)) : 0;
    }

    function flashFee(address asked, uint256 amount) public view returns (uint256) {
        if (asked != address(token)) revert UnsupportedToken(asked);
        return (amount * FEE) / 10_000;
    }

    function flashLoan(IERC3156FlashBorrower receiver, address asked, uint256 amount, bytes calldata data) external nonReentrant returns (bool) {
        uint256 fee = flashFee(asked, amount);
        emit FlashLoan(address(receiver), amount, fee);
        token.safeTransfer(address(receiver), amount);
        if (receiver.onFlashLoan(msg.sender, asked, amount, fee, data) != CALLBACK_SUCCESS) revert CallbackFailed();
        token.safeTransferFrom(address(receiver), address(this), amount + fee);
        return true;
    }

    function withdraw(uint256 amount) external onlyOwner nonReentrant {
        token.safeTransfer(msg.sender, amount);
    }
}`,
  };
}
