pragma solidity ^0.4.11;

contract Notifier {
    address[] listeners;

    function listen() public { listeners.push(msg.sender); }

    function shout(string words) public {
        for (uint i = 0; i < listeners.length; i++) {
            listeners[i].call(bytes4(sha3("heard(string)")), words); // planted: unchecked_low_level_calls
        }
    }
}
