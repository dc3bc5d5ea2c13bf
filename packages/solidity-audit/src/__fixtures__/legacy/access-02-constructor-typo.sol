pragma solidity ^0.4.20;

contract Lottery2 {
    address public manager;

    function Lotery2() public { // planted: access_control
        manager = msg.sender;
    }

    function finish() public {
        if (msg.sender != manager) throw;
        selfdestruct(manager);
    }
}
