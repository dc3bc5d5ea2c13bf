pragma solidity ^0.4.24;

contract Fastest {
    uint lastTime;

    function hit() public payable {
        require(msg.value == 1 ether);
        if (block.timestamp == lastTime + 60) { // planted: time_manipulation
            msg.sender.transfer(this.balance);
        }
        lastTime = block.timestamp;
    }
}
