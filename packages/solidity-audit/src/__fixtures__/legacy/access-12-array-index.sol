pragma solidity ^0.4.24;

contract Slots {
    address owner = msg.sender;
    bytes32[] cells;

    function grow(uint n) public { cells.length = n; }

    function put(uint at, bytes32 what) public {
        require(at < cells.length);
        cells[at] = what; // planted: access_control
    }

    function bye() public { require(msg.sender == owner); selfdestruct(owner); }
}
