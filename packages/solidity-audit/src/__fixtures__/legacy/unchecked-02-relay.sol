pragma solidity ^0.5.0;

contract Relay {
    address private owner = msg.sender;

    function run(address target, bytes calldata data) external {
        require(msg.sender == owner, "owner");
        target.call(data); // planted: unchecked_low_level_calls
    }
}
