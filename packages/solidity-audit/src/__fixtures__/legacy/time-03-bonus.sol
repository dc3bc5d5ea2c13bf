pragma solidity ^0.5.0;

contract Sale {
    uint256 start = now;
    mapping(address => uint256) tokens;

    function buy() external payable {
        uint256 rate = 100;
        if (now <= start + 1 hours) rate = 150; // planted: time_manipulation
        tokens[msg.sender] += msg.value * rate;
    }
}
