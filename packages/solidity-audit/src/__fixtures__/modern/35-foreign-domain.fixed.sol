// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Vouchers {
    address public immutable issuer;
    mapping(address => uint256) public nonces;
    mapping(address => uint256) public credit;

    constructor(address issuer_) {
        require(issuer_ != address(0), "issuer");
        issuer = issuer_;
    }

    function redeem(uint256 amount, uint8 v, bytes32 r, bytes32 s) external {
        uint256 nonce = nonces[msg.sender]++;
        bytes32 digest = keccak256(abi.encode(block.chainid, address(this), msg.sender, amount, nonce));
        require(ecrecover(digest, v, r, s) == issuer, "not issued");
        credit[msg.sender] += amount;
    }
}
