// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Check} from "./Check.sol";
import {TestedSale} from "../src/TestedSale.sol";

contract CrowdsaleTest is Check {
    TestedSale private sale = new TestedSale();
    address[3] private buyers = [alice, bob, carol];

    function testFuzz_keepsEveryRule(uint256[8] memory payments) public {
        uint256[3] memory paid;
        uint256 raised = 0;
        vm.deal(alice, 1_000 ether);
        vm.deal(bob, 1_000 ether);
        vm.deal(carol, 1_000 ether);
        for (uint256 i = 0; i < payments.length; ++i) {
            uint256 amount = bound(payments[i], 0, 3 ether);
            bool fits = amount >= sale.MINIMUM() && paid[i % 3] + amount <= sale.MAXIMUM() && raised + amount <= sale.HARD_CAP();
            bool isBought = works(buyers[i % 3], address(sale), amount, abi.encodeCall(sale.buy, ()));
            check(isBought == fits, "rules");
            if (isBought) {
                paid[i % 3] += amount;
                raised += amount;
            }
            check(sale.purchased(buyers[i % 3]) == paid[i % 3] * sale.RATE(), "rate");
        }
        check(sale.raised() == raised && address(sale).balance == raised, "accounts");
        check(!works(alice, address(sale), 0, abi.encodeCall(sale.refund, ())), "refund too early");
        check(!works(address(this), address(sale), 0, abi.encodeCall(sale.withdraw, ())), "withdrawal too early");
        vm.warp(sale.endsAt());
        check(!works(alice, address(sale), 1 ether, abi.encodeCall(sale.buy, ())), "bought after the end");
        bool isReached = raised >= sale.SOFT_CAP();
        for (uint256 i = 0; i < 3; ++i) {
            uint256 before = buyers[i].balance;
            bool isRefunded = works(buyers[i], address(sale), 0, abi.encodeCall(sale.refund, ()));
            bool isClaimed = works(buyers[i], address(sale), 0, abi.encodeCall(sale.claim, ()));
            check(isRefunded == (!isReached && paid[i] > 0) && isClaimed == (isReached && paid[i] > 0), "outcome");
            check(buyers[i].balance - before == (isRefunded ? paid[i] : 0), "refunded");
            check(sale.token().balanceOf(buyers[i]) == (isClaimed ? paid[i] * sale.RATE() : 0), "claimed");
            check(!works(buyers[i], address(sale), 0, abi.encodeCall(sale.refund, ())), "refunded twice");
            check(!works(buyers[i], address(sale), 0, abi.encodeCall(sale.claim, ())), "claimed twice");
        }
        check(works(address(this), address(sale), 0, abi.encodeCall(sale.withdraw, ())) == isReached, "owner paid");
        check(address(sale).balance == 0 || raised == 0, "nothing stays");
        sale.withdrawUnsold();
        check(sale.token().balanceOf(address(sale)) == 0, "no token stays");
    }
}
