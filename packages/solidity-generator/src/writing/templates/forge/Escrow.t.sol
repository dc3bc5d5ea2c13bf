// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Check} from "./Check.sol";
import {TestedEscrow} from "../src/TestedEscrow.sol";

contract EscrowTest is Check {
    TestedEscrow private escrow = new TestedEscrow();

    function testFuzz_paysOnceAndExactly(uint256 amount, uint256 wait, uint8 who, bool isRelease) public {
        amount = bound(amount, 1, 1_000_000 ether);
        wait = bound(wait, 0, 60 days);
        vm.deal(alice, amount);
        vm.prank(alice);
        uint256 id = escrow.open{value: amount}(bob, carol);
        vm.warp(block.timestamp + wait);
        address[5] memory people = [alice, bob, carol, address(this), address(0xD0D00000)];
        address caller = people[who % 5];
        bool isLate = wait >= 14 days;
        bool isAllowed = isRelease ? caller == alice || caller == carol : caller == bob || caller == carol || (caller == alice && isLate);
        bytes memory release = abi.encodeCall(escrow.release, (id));
        bytes memory refund = abi.encodeCall(escrow.refund, (id));
        check(works(caller, address(escrow), 0, isRelease ? release : refund) == isAllowed, "who may");
        if (!isAllowed) {
            check(address(escrow).balance == amount, "kept");
            return;
        }
        uint256 fee = isRelease ? (amount * escrow.FEE()) / 10_000 : 0;
        check(bob.balance == (isRelease ? amount - fee : 0), "seller");
        check(alice.balance == (isRelease ? 0 : amount), "buyer");
        check(address(escrow).balance == fee && escrow.collectedFees() == fee, "fee");
        check(!works(carol, address(escrow), 0, release) && !works(carol, address(escrow), 0, refund), "once");
        escrow.withdrawFees();
        check(address(escrow).balance == 0, "nothing stays");
    }
}
