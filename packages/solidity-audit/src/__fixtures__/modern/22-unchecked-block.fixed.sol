// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Credits {
    mapping(address => uint256) public credits;

    function buy() external payable {
        credits[msg.sender] += msg.value;
    }

    function give(address to, uint256 amount) external {
        require(credits[msg.sender] >= amount, "too little");
        unchecked {
            credits[msg.sender] -= amount;
        }
        credits[to] += amount;
    }
}
