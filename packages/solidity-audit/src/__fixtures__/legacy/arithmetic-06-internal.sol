pragma solidity ^0.5.0;

contract Game {
    mapping(address => uint256) public gold;

    function mine(uint256 n) external { _gain(msg.sender, n); }

    function _gain(address who, uint256 n) internal {
        gold[who] = gold[who] + n; // planted: arithmetic
    }
}
