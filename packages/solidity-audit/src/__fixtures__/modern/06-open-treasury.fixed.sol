// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Market {
    address public owner;
    address public treasury;
    uint256 public feeInBasisPoints = 100;

    constructor() {
        owner = msg.sender;
        treasury = msg.sender;
    }

    function setTreasury(address treasury_) external {
        require(msg.sender == owner, "owner only");
        require(treasury_ != address(0), "zero");
        treasury = treasury_;
    }

    function setFee(uint256 fee) external {
        require(msg.sender == owner, "owner only");
        require(fee <= 1_000, "too high");
        feeInBasisPoints = fee;
    }

    function collect() external {
        (bool ok, ) = treasury.call{value: address(this).balance}("");
        require(ok, "failed");
    }

    receive() external payable {}
}
