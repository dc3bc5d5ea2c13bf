pragma solidity ^0.4.24;

contract Auction {
    uint public ends;
    address public best;
    uint public bid;

    constructor() public { ends = now + 10 minutes; }

    function offer() public payable {
        require(now < ends && msg.value > bid); // planted: time_manipulation
        best = msg.sender;
        bid = msg.value;
    }
}
