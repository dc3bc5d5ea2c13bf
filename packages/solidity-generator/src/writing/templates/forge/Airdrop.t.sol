// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Check} from "./Check.sol";
import {TestedAirdrop} from "../src/TestedAirdrop.sol";

contract AirdropTest is Check {
    TestedAirdrop private drop = new TestedAirdrop();

    function leafOf(address account, uint256 amount) private pure returns (bytes32) {
        return keccak256(bytes.concat(keccak256(abi.encode(account, amount))));
    }

    function testFuzz_paysTheListedAmountOnce(uint256 amount, uint256 other, uint256 wait) public {
        amount = bound(amount, 0, 1_000 ether);
        other = bound(other, 0, 1_000 ether);
        wait = bound(wait, 0, 200 days);
        bytes32 own = leafOf(alice, amount);
        bytes32[] memory proof = new bytes32[](1);
        proof[0] = leafOf(bob, other);
        drop.setMerkleRoot(own < proof[0] ? keccak256(bytes.concat(own, proof[0])) : keccak256(bytes.concat(proof[0], own)));
        vm.warp(block.timestamp + wait);
        bool isOpen = wait < 90 days;
        check(!works(bob, address(drop), 0, abi.encodeCall(drop.claim, (alice, amount + 1, proof))), "more");
        check(!works(bob, address(drop), 0, abi.encodeCall(drop.claim, (carol, amount, proof))), "somebody else");
        check(works(bob, address(drop), 0, abi.encodeCall(drop.claim, (alice, amount, proof))) == isOpen, "claimed");
        check(drop.token().balanceOf(alice) == (isOpen ? amount : 0), "paid");
        check(!works(bob, address(drop), 0, abi.encodeCall(drop.claim, (alice, amount, proof))), "twice");
        check(works(address(this), address(drop), 0, abi.encodeCall(drop.withdraw, ())) == !isOpen, "the rest");
    }
}
