pragma solidity ^0.4.20;

contract Wheel {
    uint lucky;

    function spin() public payable {
        require(msg.value >= 10 finney);
        lucky = now % 37; // planted: bad_randomness
        if (lucky == 0) msg.sender.transfer(this.balance);
    }
}
