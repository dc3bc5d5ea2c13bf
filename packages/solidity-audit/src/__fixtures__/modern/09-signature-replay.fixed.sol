// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

contract Voucher {
    address public immutable signer = msg.sender;
    mapping(bytes32 => bool) public isUsed;

    function redeem(uint256 amount, bytes calldata signature) external {
        bytes32 digest = keccak256(abi.encode(block.chainid, address(this), msg.sender, amount));
        require(ECDSA.recover(MessageHashUtils.toEthSignedMessageHash(digest), signature) == signer, "bad signature");
        require(!isUsed[digest], "used");
        isUsed[digest] = true;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "failed");
    }

    receive() external payable {}
}
