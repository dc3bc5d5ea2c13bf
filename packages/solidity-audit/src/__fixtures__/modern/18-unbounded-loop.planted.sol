// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Dividends {
    address payable[] public holders;
    mapping(address => uint256) public owed;

    function join() external {
        holders.push(payable(msg.sender));
    }

    function distribute() external payable {
        uint256 share = msg.value / holders.length;
        for (uint256 i = 0; i < holders.length; i++) {
            holders[i].transfer(share); // planted: denial_of_service
        }
    }

    function withdraw() external {
        uint256 amount = owed[msg.sender];
        owed[msg.sender] = 0;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "failed");
    }
}
