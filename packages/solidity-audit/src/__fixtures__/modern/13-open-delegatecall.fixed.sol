// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Executor {
    address public immutable owner = msg.sender;

    function execute(address target, bytes calldata data) external returns (bytes memory) {
        require(msg.sender == owner, "owner only");
        (bool ok, bytes memory result) = target.delegatecall(data);
        require(ok, "failed");
        return result;
    }
}
