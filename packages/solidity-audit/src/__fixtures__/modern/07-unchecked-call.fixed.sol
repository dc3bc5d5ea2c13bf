// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Payroll {
    address public immutable owner = msg.sender;
    mapping(address => bool) public isPaid;

    function pay(address payable worker, uint256 amount) external {
        require(msg.sender == owner, "owner only");
        isPaid[worker] = true;
        (bool ok, ) = worker.call{value: amount}("");
        require(ok, "failed");
    }

    receive() external payable {}
}
