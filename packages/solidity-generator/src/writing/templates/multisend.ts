import type { ContractPlan } from "../../plan.ts";
import type { WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes a contract that sends Ether or tokens of the caller to many accounts in one call. */
export function writeMultisend(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "MultiSend");
  return {
    name,
    imports: [libraries.ierc20, libraries.safeErc20, libraries.reentrancyGuard, libraries.address],
    notes: [
      `${name}: sends the caller's ether or tokens to many accounts in one transaction and keeps nothing.`,
    ],
    body: `contract ${name} is ReentrancyGuard {
    using SafeERC20 for IERC20;

    event EtherSent(address indexed from, uint256 recipients, uint256 total);
    event TokensSent(IERC20 indexed token, address indexed from, uint256 recipients);

    error LengthMismatch();
    error WrongPayment(uint256 expected);

    /// Sends each recipient an amount of ether. The call carries exactly their sum; one that cannot be paid reverts all.
    function sendEther(address payable[] calldata recipients, uint256[] calldata amounts) external payable nonReentrant {
        if (recipients.length != amounts.length) revert LengthMismatch();
        uint256 total = 0;
        for (uint256 i = 0; i < amounts.length; ++i) total += amounts[i];
        if (msg.value != total) revert WrongPayment(total);
        emit EtherSent(msg.sender, recipients.length, total);
        for (uint256 i = 0; i < recipients.length; ++i) Address.sendValue(recipients[i], amounts[i]);
    }

    /// Sends each recipient tokens that the caller has approved to this contract.
    function sendTokens(IERC20 token, address[] calldata recipients, uint256[] calldata amounts) external nonReentrant {
        if (recipients.length != amounts.length) revert LengthMismatch();
        emit TokensSent(token, msg.sender, recipients.length);
        for (uint256 i = 0; i < recipients.length; ++i) token.safeTransferFrom(msg.sender, recipients[i], amounts[i]);
    }
}`,
  };
}
