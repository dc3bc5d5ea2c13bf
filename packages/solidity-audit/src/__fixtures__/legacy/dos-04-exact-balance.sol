pragma solidity ^0.4.24;

contract Round {
    uint constant goal = 10 ether;
    address public last;

    function play() public payable {
        require(msg.value == 1 ether);
        require(this.balance <= goal);
        last = msg.sender;
    }

    function end() public {
        require(this.balance == goal); // planted: denial_of_service
        last.transfer(this.balance);
    }
}
