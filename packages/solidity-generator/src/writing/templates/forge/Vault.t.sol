// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Check} from "./Check.sol";
import {TestedVault} from "../src/TestedVault.sol";

contract VaultTest is Check {
    TestedVault private vault = new TestedVault();

    function deposit(address account, uint256 amount) private returns (uint256 shares) {
        IERC20 asset = IERC20(vault.asset());
        asset.transfer(account, amount);
        vm.prank(account);
        asset.approve(address(vault), amount);
        vm.prank(account);
        shares = vault.deposit(amount, account);
    }

    function testFuzz_noAttackerProfitsFromInflatingTheFirstShare(uint256 seed, uint256 donation, uint256 victim) public {
        seed = bound(seed, 1, 1_000);
        donation = bound(donation, 0, 100_000 ether);
        victim = bound(victim, 1, 100_000 ether);
        deposit(alice, seed);
        IERC20(vault.asset()).transfer(address(vault), donation);
        deposit(bob, victim);
        uint256 shares = vault.balanceOf(alice);
        vm.prank(alice);
        uint256 back = vault.redeem(shares, alice, alice);
        check(back <= seed + donation, "the attacker profits");
    }

    function testFuzz_givesBackWhatWasDeposited(uint256 first, uint256 second) public {
        first = bound(first, 1, 400_000 ether);
        second = bound(second, 1, 400_000 ether);
        deposit(alice, first);
        uint256 shares = deposit(bob, second);
        vm.prank(bob);
        uint256 back = vault.redeem(shares, bob, bob);
        check(back <= second && second - back <= 1, "whole");
    }
}
