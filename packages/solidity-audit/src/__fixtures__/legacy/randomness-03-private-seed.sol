pragma solidity ^0.4.19;

contract Draw {
    uint private seed;
    address[] players;

    function Draw(uint s) public { seed = s; }

    function join() public payable {
        require(msg.value == 1 ether);
        players.push(msg.sender);
        seed = seed * 1103515245 + 12345;
    }

    function pick() public {
        uint who = seed % players.length; // planted: bad_randomness
        players[who].transfer(this.balance);
    }
}
