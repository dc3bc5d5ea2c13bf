// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

contract Wallets is ReentrancyGuard {
    mapping(address => uint256) public funds;

    function deposit() external payable {
        funds[msg.sender] += msg.value;
    }

    function move(address to, uint256 amount) external nonReentrant {
        require(funds[msg.sender] >= amount, "too little");
        funds[msg.sender] -= amount;
        funds[to] += amount;
    }

    function withdraw() external nonReentrant {
        uint256 amount = funds[msg.sender];
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "refused");
        funds[msg.sender] = 0;
    }
}
