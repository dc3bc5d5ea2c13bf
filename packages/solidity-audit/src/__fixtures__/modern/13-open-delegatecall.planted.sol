// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Executor {
    address public immutable owner = msg.sender;

    function execute(address target, bytes calldata data) external returns (bytes memory) {
        (bool ok, bytes memory result) = target.delegatecall(data); // planted: access_control
        require(ok, "failed");
        return result;
    }
}
