pragma solidity ^0.4.15;

contract Prize {
    address winner;
    uint secretWins;

    function guess(uint n) public payable {
        if (n == secretWins) {
            winner = msg.sender;
            sendPrize();
        }
    }

    function sendPrize() {
        msg.sender.transfer(this.balance); // planted: access_control
    }
}
