pragma solidity ^0.4.18;

contract Gems {
    mapping(address => uint) gems;

    function sendGems(address to, uint n) public returns (bool) { // planted: short_addresses
        if (gems[msg.sender] < n) return false;
        gems[msg.sender] -= n;
        gems[to] += n;
        return true;
    }
}
