// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Check} from "./Check.sol";
import {TestedTimelock} from "../src/TestedTimelock.sol";

contract TimelockTest is Check {
    TestedTimelock private timelock = new TestedTimelock();

    function testFuzz_waitsForTheDelay(uint256 wait, uint256 value) public {
        value = bound(value, 0, 10 ether);
        vm.deal(address(timelock), value);
        uint256 delay = timelock.getMinDelay();
        vm.expectRevert();
        timelock.schedule(alice, value, "", 0, 0, delay - 1);
        timelock.schedule(alice, value, "", 0, 0, delay);
        wait = bound(wait, 0, 2 * delay);
        vm.warp(block.timestamp + wait);
        bool isDone = works(address(this), address(timelock), 0, abi.encodeCall(timelock.execute, (alice, value, "", 0, 0)));
        check(isDone == (wait >= delay), "in time");
        check(alice.balance == (isDone ? value : 0), "paid");
    }

    function testFuzz_strangersCannotSchedule(address stranger) public {
        vm.assume(stranger != address(this) && stranger != address(vm));
        uint256 delay = timelock.getMinDelay();
        check(!works(stranger, address(timelock), 0, abi.encodeCall(timelock.schedule, (alice, 0, "", 0, 0, delay))), "scheduled");
    }
}
