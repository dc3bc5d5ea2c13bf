// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Dividends {
    uint256 public constant PRECISION = 1e18;
    mapping(address => uint256) public shares;
    mapping(address => uint256) public paidPerShare;
    uint256 public totalShares;
    uint256 public perShare;

    function join() external {
        require(shares[msg.sender] == 0, "joined");
        shares[msg.sender] = 1;
        paidPerShare[msg.sender] = perShare;
        totalShares += 1;
    }

    function distribute() external payable {
        perShare += (msg.value * PRECISION) / totalShares;
    }

    function withdraw() external {
        uint256 amount = (shares[msg.sender] * (perShare - paidPerShare[msg.sender])) / PRECISION;
        paidPerShare[msg.sender] = perShare;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "failed");
    }
}
