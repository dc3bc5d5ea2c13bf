// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Shop {
    uint256 public constant PRICE = 0.1 ether;
    mapping(uint256 => address) public ownerOf;

    function buyMany(uint256[] calldata ids) external payable {
        require(ids.length <= 20, "too many");
        require(msg.value == PRICE * ids.length, "wrong amount");
        for (uint256 i = 0; i < ids.length; i++) {
            require(ownerOf[ids[i]] == address(0), "sold");
            ownerOf[ids[i]] = msg.sender;
        }
    }
}
