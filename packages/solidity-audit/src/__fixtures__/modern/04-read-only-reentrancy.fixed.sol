// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

contract SharePool is ReentrancyGuard {
    uint256 public totalShares;
    uint256 public totalAssets;
    mapping(address => uint256) public shares;

    function join() external payable nonReentrant {
        uint256 minted = totalShares == 0 ? msg.value : (msg.value * totalShares) / totalAssets;
        shares[msg.sender] += minted;
        totalShares += minted;
        totalAssets += msg.value;
    }

    function leave(uint256 amount) external nonReentrant {
        uint256 paid = (amount * totalAssets) / totalShares;
        shares[msg.sender] -= amount;
        totalShares -= amount;
        totalAssets -= paid;
        (bool ok, ) = msg.sender.call{value: paid}("");
        require(ok, "failed");
    }

    function sharePrice() external view returns (uint256) {
        return totalShares == 0 ? 0 : (totalAssets * 1e18) / totalShares;
    }
}
