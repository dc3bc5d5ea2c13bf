// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IPair {
    function getReserves() external view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast);
}

interface IFeed {
    function latestRoundData() external view returns (uint80, int256 answer, uint256, uint256 updatedAt, uint80);
}

contract Lender {
    IPair public immutable pair;
    IFeed public immutable feed;
    mapping(address => uint256) public collateral;
    mapping(address => uint256) public debt;

    constructor(IPair pair_, IFeed feed_) {
        pair = pair_;
        feed = feed_;
    }

    function deposit() external payable {
        collateral[msg.sender] += msg.value;
    }

    function price() public view returns (uint256) {
        (, int256 answer, , uint256 updatedAt, ) = feed.latestRoundData();
        require(answer > 0 && block.timestamp - updatedAt < 1 hours, "stale");
        return uint256(answer);
    }

    function borrow(uint256 amount) external {
        debt[msg.sender] += amount;
        require((collateral[msg.sender] * price()) / 2e18 >= debt[msg.sender], "too little collateral");
    }
}
