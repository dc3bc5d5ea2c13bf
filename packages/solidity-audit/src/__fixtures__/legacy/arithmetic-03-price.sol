pragma solidity ^0.4.23;

contract Shop {
    uint256 constant price = 1 ether;
    mapping(address => uint256) items;

    function buy(uint256 count) public payable {
        require(msg.value == count * price); // planted: arithmetic
        items[msg.sender] += count;
    }

    function sell(uint256 count) public {
        require(items[msg.sender] >= count);
        items[msg.sender] -= count;
        msg.sender.transfer(count * price);
    }
}
