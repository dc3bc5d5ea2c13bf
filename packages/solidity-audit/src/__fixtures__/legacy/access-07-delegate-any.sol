pragma solidity ^0.4.24;

contract Executor {
    address public owner = msg.sender;

    function exec(address lib, bytes data) public payable returns (bool) {
        return lib.delegatecall(data); // planted: access_control
    }
}
