// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

contract Aggregator {
    using SafeERC20 for IERC20;

    function swap(IERC20 token, uint256 amount, address venue, bytes calldata data) external {
        token.safeTransferFrom(msg.sender, address(this), amount);
        (bool ok, ) = venue.call(data); // planted: access_control
        require(ok, "venue failed");
    }
}
