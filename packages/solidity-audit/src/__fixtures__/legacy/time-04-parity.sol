pragma solidity ^0.4.22;

contract Bet {
    function odd() public payable {
        if (uint(block.timestamp) % 2 == 1) { // planted: time_manipulation
            msg.sender.transfer(msg.value * 2);
        }
    }
    function() public payable {}
}
