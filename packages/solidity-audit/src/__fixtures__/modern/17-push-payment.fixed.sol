// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Auction {
    address payable public leader;
    uint256 public highestBid;
    mapping(address => uint256) public refunds;

    function bid() external payable {
        require(msg.value > highestBid, "too low");
        if (leader != address(0)) refunds[leader] += highestBid;
        leader = payable(msg.sender);
        highestBid = msg.value;
    }

    function withdraw() external {
        uint256 amount = refunds[msg.sender];
        refunds[msg.sender] = 0;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "failed");
    }
}
