// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Check} from "./Check.sol";
import {TestedSplitter} from "../src/TestedSplitter.sol";

contract SplitterTest is Check {
    TestedSplitter private splitter = new TestedSplitter();
    address[] private payees = [alice, bob, carol];

    function setUp() public {
        splitter.setPayees(payees);
    }

    function testFuzz_dividesAllThatComes(uint256[6] memory deposits, uint8 order) public {
        uint256 received = 0;
        for (uint256 i = 0; i < deposits.length; ++i) {
            uint256 amount = bound(deposits[i], 0, 1e27);
            vm.deal(address(this), amount);
            (bool isSent, ) = address(splitter).call{value: amount}("");
            check(isSent, "received");
            received += amount;
            address payee = payees[(i + order) % 3];
            works(bob, address(splitter), 0, abi.encodeCall(splitter.release, (payable(payee))));
        }
        for (uint256 i = 0; i < 3; ++i) {
            works(bob, address(splitter), 0, abi.encodeCall(splitter.release, (payable(payees[i]))));
            uint256 due = (received * splitter.shares(payees[i])) / splitter.TOTAL_SHARES();
            check(payees[i].balance == due, "share");
        }
        check(address(splitter).balance < 3, "nothing stays");
        check(!works(bob, address(splitter), 0, abi.encodeCall(splitter.release, (payable(address(0xD0D00000))))), "strangers");
    }
}
