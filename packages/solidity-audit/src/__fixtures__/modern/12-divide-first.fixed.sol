// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Rewards {
    uint256 public constant PRECISION = 1e18;
    mapping(address => uint256) public stake;
    uint256 public totalStake;
    uint256 public pool;

    function join() external payable {
        stake[msg.sender] += msg.value;
        totalStake += msg.value;
    }

    function fund() external payable {
        pool += msg.value;
    }

    function rewardOf(address user) public view returns (uint256) {
        return (stake[user] * pool) / totalStake;
    }
}
