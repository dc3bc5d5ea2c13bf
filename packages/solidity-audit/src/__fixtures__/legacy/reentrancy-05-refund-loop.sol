pragma solidity ^0.4.21;

contract Raffle {
    mapping(address => uint) tickets;
    address operator;
    uint pot;

    function Raffle() public { operator = msg.sender; }

    function enter() public payable {
        tickets[msg.sender] += msg.value;
        pot += msg.value;
    }

    function leave(uint part) public {
        if (tickets[msg.sender] >= part) {
            msg.sender.call.value(part)(); // planted: reentrancy
            pot -= part;
            tickets[msg.sender] -= part;
        }
    }
}
