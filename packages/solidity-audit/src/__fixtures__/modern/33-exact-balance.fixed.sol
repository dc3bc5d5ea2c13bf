// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Pot {
    uint256 public constant GOAL = 7 ether;
    uint256 public collected;
    address public last;

    function play() external payable {
        require(msg.value == 1 ether && collected < GOAL, "one ether");
        collected += msg.value;
        last = msg.sender;
    }

    function win() external {
        require(collected == GOAL, "not yet");
        require(msg.sender == last, "not you");
        collected = 0;
        (bool ok, ) = last.call{value: GOAL}("");
        require(ok, "refused");
    }
}
