// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Check} from "./Check.sol";
import {TestedFixedPool} from "../src/TestedFixedPool.sol";
import {TestedSharedPool} from "../src/TestedSharedPool.sol";

contract FixedStakingTest is Check {
    TestedFixedPool private pool = new TestedFixedPool();

    function stake(address account, uint256 amount) private {
        pool.token().transfer(account, amount);
        IERC20 token = pool.token();
        vm.prank(account);
        token.approve(address(pool), amount);
        vm.prank(account);
        pool.stake(amount);
    }

    function testFuzz_earnsTheRateAndKeepsStakes(uint256 amount, uint256 other, uint256 wait, uint256 funded) public {
        amount = bound(amount, 1, 300_000 ether);
        other = bound(other, 1, 300_000 ether);
        funded = bound(funded, 0, 300_000 ether);
        wait = bound(wait, 0, 2_000 days);
        pool.token().approve(address(pool), funded);
        pool.fund(funded);
        stake(alice, amount);
        stake(bob, other);
        vm.warp(block.timestamp + wait);
        uint256 reward = (amount * pool.APR() * wait) / (10_000 * 365 days);
        check(pool.pendingReward(alice) == reward, "rate");
        bool isPaid = works(alice, address(pool), 0, abi.encodeCall(pool.claim, ()));
        check(isPaid == (reward > 0 && reward <= funded), "paid from the reserve only");
        check(pool.token().balanceOf(address(pool)) >= pool.totalStaked(), "stakes are whole");
        bool isOut = works(bob, address(pool), 0, abi.encodeCall(pool.withdraw, (other)));
        check(isOut == (wait >= pool.LOCK()), "lock");
        if (!isOut) check(works(bob, address(pool), 0, abi.encodeCall(pool.emergencyWithdraw, ())), "emergency");
        check(pool.token().balanceOf(bob) == other, "stake returned");
        check(pool.totalStaked() == amount, "accounts");
    }

    function testFuzz_nobodyWithdrawsMoreThanStaked(uint256 amount, uint256 more) public {
        amount = bound(amount, 1, 1_000 ether);
        more = bound(more, amount + 1, type(uint128).max);
        stake(alice, amount);
        stake(bob, 1_000 ether);
        vm.warp(block.timestamp + 365 days);
        check(!works(alice, address(pool), 0, abi.encodeCall(pool.withdraw, (more))), "took too much");
    }
}

contract SharedStakingTest is Check {
    TestedSharedPool private pool = new TestedSharedPool();
    address[3] private stakers = [alice, bob, carol];

    function testFuzz_sharesNoMoreThanTheRewards(uint256[9] memory amounts, uint256[9] memory waits) public {
        pool.token().approve(address(pool), type(uint256).max);
        pool.fund(500_000 ether);
        uint256 start = block.timestamp;
        uint256 time = start;
        for (uint256 i = 0; i < 9; ++i) {
            address account = stakers[i % 3];
            uint256 amount = bound(amounts[i], 1, 50_000 ether);
            pool.token().transfer(account, amount);
            IERC20 token = pool.token();
            vm.prank(account);
            token.approve(address(pool), amount);
            vm.prank(account);
            pool.stake(amount);
            time += bound(waits[i], 0, 5 days);
            vm.warp(time);
        }
        uint256 earned = pool.pendingReward(alice) + pool.pendingReward(bob) + pool.pendingReward(carol);
        uint256 most = ((time - start) * pool.REWARD_PER_DAY()) / 1 days;
        check(earned <= most, "not more than the rewards");
        check(most - earned <= most / 1e6 + 1e6, "hardly less than the rewards");
        for (uint256 i = 0; i < 3; ++i) {
            works(stakers[i], address(pool), 0, abi.encodeCall(pool.claim, ()));
            (uint256 amount, , ) = pool.stakes(stakers[i]);
            check(works(stakers[i], address(pool), 0, abi.encodeCall(pool.withdraw, (amount))), "stake returned");
        }
        check(pool.totalStaked() == 0, "accounts");
    }
}
