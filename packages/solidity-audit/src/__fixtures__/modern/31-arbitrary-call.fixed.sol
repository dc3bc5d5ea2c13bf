// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

contract Aggregator is Ownable(msg.sender) {
    using SafeERC20 for IERC20;

    mapping(address => bool) public isVenue;

    function setVenue(address venue, bool allowed) external onlyOwner {
        isVenue[venue] = allowed;
    }

    function swap(IERC20 token, uint256 amount, address venue, bytes calldata data) external {
        require(isVenue[venue], "unknown venue");
        token.safeTransferFrom(msg.sender, address(this), amount);
        (bool ok, ) = venue.call(data);
        require(ok, "venue failed");
    }
}
