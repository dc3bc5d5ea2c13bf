// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Keyed {
    address public keeper = msg.sender;
    address public candidate;

    modifier onlyKeeper() {
        require(msg.sender == keeper, "keeper only");
        _;
    }

    function propose(address next) external onlyKeeper {
        candidate = next;
    }

    function accept() external {
        require(msg.sender == candidate, "not proposed");
        keeper = candidate;
        candidate = address(0);
    }

    function open(address payable to) external onlyKeeper {
        to.transfer(address(this).balance);
    }

    receive() external payable {}
}
