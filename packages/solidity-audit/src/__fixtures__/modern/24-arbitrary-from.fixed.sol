// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

contract Router {
    using SafeERC20 for IERC20;

    function pull(IERC20 token, address to, uint256 amount) external {
        token.safeTransferFrom(msg.sender, to, amount);
    }
}
