pragma solidity ^0.4.21;

contract Stock {
    uint public left = 10;
    mapping(address => uint) bought;

    function take(uint n) public payable {
        bought[msg.sender] += n;
        left = left - n; // planted: arithmetic
    }
}
