pragma solidity ^0.4.18;

contract Owned {
    address owner = msg.sender;
    modifier mine() { require(msg.sender == owner); _; }
}

contract Child is Owned {
    address owner; // planted: other

    function Child(address o) public { owner = o; }

    function pull() public mine { msg.sender.transfer(this.balance); }
}
