// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Pot {
    uint256 public constant GOAL = 7 ether;
    address public last;

    function play() external payable {
        require(msg.value == 1 ether, "one ether");
        last = msg.sender;
    }

    function win() external {
        require(address(this).balance == GOAL, "not yet"); // planted: denial_of_service
        require(msg.sender == last, "not you");
        (bool ok, ) = last.call{value: GOAL}("");
        require(ok, "refused");
    }
}
