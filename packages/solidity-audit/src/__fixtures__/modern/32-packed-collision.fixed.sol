// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

contract Roles {
    address public immutable signer;
    mapping(bytes32 => bool) public used;
    mapping(address => bool) public admins;
    mapping(address => bool) public members;

    constructor(address signer_) {
        signer = signer_;
    }

    function enrol(address[] calldata newAdmins, address[] calldata newMembers, bytes calldata signature) external {
        bytes32 digest = keccak256(abi.encode(block.chainid, address(this), newAdmins, newMembers));
        require(!used[digest], "used");
        used[digest] = true;
        require(ECDSA.recover(MessageHashUtils.toEthSignedMessageHash(digest), signature) == signer, "not signed");
        for (uint256 i = 0; i < newAdmins.length; i++) admins[newAdmins[i]] = true;
        for (uint256 i = 0; i < newMembers.length; i++) members[newMembers[i]] = true;
    }
}
