// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Check} from "./Check.sol";
import {TestedVesting} from "../src/TestedVesting.sol";

contract VestingTest is Check {
    TestedVesting private vesting = new TestedVesting();

    function grant(uint256 amount) private returns (uint256) {
        amount = bound(amount, 1, 1_000_000 ether);
        vesting.token().approve(address(vesting), amount);
        vesting.grant(alice, amount);
        return amount;
    }

    function testFuzz_vestsUpwardsAndNeverMoreThanGranted(uint256 amount, uint64 early, uint64 late) public {
        amount = grant(amount);
        early = uint64(bound(early, 0, 10_000 days));
        late = uint64(bound(late, early, 10_000 days));
        uint64 start = uint64(block.timestamp);
        uint256 first = vesting.vestedAmount(alice, start + early);
        uint256 second = vesting.vestedAmount(alice, start + late);
        check(first <= second && second <= amount, "vests upwards");
        if (early < vesting.CLIFF()) check(first == (amount * vesting.INITIAL_RELEASE()) / 10_000, "cliff");
        if (early >= vesting.DURATION()) check(first == amount, "all at the end");
    }

    function testFuzz_releasesAllInTheEnd(uint256 amount, uint256[5] memory waits) public {
        amount = grant(amount);
        uint256 start = block.timestamp;
        uint256 time = start;
        for (uint256 i = 0; i < waits.length; ++i) {
            time += bound(waits[i], 0, 300 days);
            vm.warp(time);
            works(bob, address(vesting), 0, abi.encodeCall(vesting.release, (alice)));
            check(vesting.token().balanceOf(alice) == vesting.vestedAmount(alice, uint64(time)), "released what vested");
        }
        vm.warp(start + vesting.DURATION() + 1);
        works(bob, address(vesting), 0, abi.encodeCall(vesting.release, (alice)));
        check(vesting.token().balanceOf(alice) == amount, "all released");
    }

    function testFuzz_revokingDividesTheGrant(uint256 amount, uint256 wait) public {
        amount = grant(amount);
        vm.warp(block.timestamp + bound(wait, 0, 2_000 days));
        uint256 before = vesting.token().balanceOf(address(this));
        vesting.revoke(alice);
        uint256 returned = vesting.token().balanceOf(address(this)) - before;
        vm.warp(block.timestamp + 10_000 days);
        works(bob, address(vesting), 0, abi.encodeCall(vesting.release, (alice)));
        check(vesting.token().balanceOf(alice) + returned == amount, "nothing lost");
        vm.expectRevert();
        vesting.revoke(alice);
    }

    function testFuzz_onlyTheOwnerGrantsAndRevokes(address stranger) public {
        vm.assume(stranger != address(this) && stranger != address(vm));
        check(!works(stranger, address(vesting), 0, abi.encodeCall(vesting.grant, (alice, 1))), "granted");
        check(!works(stranger, address(vesting), 0, abi.encodeCall(vesting.revoke, (alice))), "revoked");
    }
}
