pragma solidity ^0.4.21;

contract Rps {
    struct Move { address who; uint8 hand; }
    Move[2] moves;
    uint8 count;

    function play(uint8 hand) public payable {
        require(msg.value == 1 ether && count < 2 && hand < 3);
        moves[count] = Move(msg.sender, hand); // planted: front_running
        count++;
        if (count == 2) {
            if ((3 + moves[0].hand - moves[1].hand) % 3 == 1) moves[0].who.transfer(2 ether);
            else moves[1].who.transfer(2 ether);
            count = 0;
        }
    }
}
