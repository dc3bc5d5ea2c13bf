// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

contract Stakes {
    struct Position {
        uint128 amount;
        uint64 since;
    }
    mapping(address => Position) public positions;
    mapping(address => uint256) public points;

    function stake(uint256 amount) external {
        require(points[msg.sender] >= amount, "too few");
        points[msg.sender] -= amount;
        positions[msg.sender].amount += SafeCast.toUint128(amount);
        positions[msg.sender].since = uint64(block.timestamp);
    }
}
