// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Wallet {
    address public immutable owner = msg.sender;

    function send(address payable to, uint256 amount) external {
        require(msg.sender == owner, "owner only");
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "failed");
    }

    receive() external payable {}
}
