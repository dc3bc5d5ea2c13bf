// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IAggregator {
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80);
}

contract Loans {
    IAggregator public immutable feed;
    mapping(address => uint256) public pledged;
    mapping(address => uint256) public owed;

    constructor(IAggregator feed_) {
        feed = feed_;
    }

    function pledge() external payable {
        pledged[msg.sender] += msg.value;
    }

    function borrow(uint256 amount) external {
        (, int256 answer, , uint256 updatedAt, ) = feed.latestRoundData();
        require(answer > 0 && updatedAt + 1 hours > block.timestamp, "stale");
        owed[msg.sender] += amount;
        require((pledged[msg.sender] * uint256(answer)) / 2e8 >= owed[msg.sender], "too little");
    }
}
