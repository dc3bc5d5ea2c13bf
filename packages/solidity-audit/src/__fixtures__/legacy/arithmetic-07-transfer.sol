pragma solidity ^0.4.21;

contract Shares {
    mapping(address => uint) holdings;
    uint public total;

    function Shares(uint n) public { holdings[msg.sender] = total = n; }

    function move(address to, uint n) public returns (bool) {
        holdings[msg.sender] -= n; // planted: arithmetic
        holdings[to] += n;
        return true;
    }
}
