pragma solidity ^0.4.16;

contract Split {
    address left;
    address right;

    function Split(address a, address b) public { left = a; right = b; }

    function() public payable {
        uint half = msg.value / 2;
        left.send(half); // planted: unchecked_low_level_calls
        right.send(msg.value - half);
    }
}
