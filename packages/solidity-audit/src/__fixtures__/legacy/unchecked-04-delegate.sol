pragma solidity ^0.4.22;

contract Modular {
    address module;
    address admin;

    constructor(address m) public { module = m; admin = msg.sender; }

    function configure(uint fee) public {
        require(msg.sender == admin);
        module.delegatecall(bytes4(keccak256("configure(uint256)")), fee); // planted: unchecked_low_level_calls
    }
}
