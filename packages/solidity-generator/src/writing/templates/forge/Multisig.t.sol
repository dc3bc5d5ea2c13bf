// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Check} from "./Check.sol";
import {TestedMultisig} from "../src/TestedMultisig.sol";

contract MultisigTest is Check {
    TestedMultisig private wallet = new TestedMultisig();
    address[] private owners;

    function setUp() public {
        for (uint160 i = 0; i < 5; ++i) owners.push(address(0x77770000 + i));
        wallet.setOwners(owners);
        vm.deal(address(wallet), 10 ether);
    }

    function testFuzz_actsWhenEnoughAgree(uint8 confirmed, uint8 revoked, uint256 amount) public {
        amount = bound(amount, 0, 10 ether);
        vm.prank(owners[0]);
        uint256 id = wallet.submit(alice, amount, "");
        uint256 count = 1;
        for (uint256 i = 1; i < 5; ++i) {
            if (confirmed & (1 << i) == 0) continue;
            check(works(owners[i], address(wallet), 0, abi.encodeCall(wallet.confirm, (id))), "confirmed");
            check(!works(owners[i], address(wallet), 0, abi.encodeCall(wallet.confirm, (id))), "confirmed twice");
            count += 1;
        }
        for (uint256 i = 0; i < 5; ++i) {
            if (revoked & (1 << i) == 0) continue;
            if (works(owners[i], address(wallet), 0, abi.encodeCall(wallet.revoke, (id)))) count -= 1;
        }
        bool isDone = works(owners[4], address(wallet), 0, abi.encodeCall(wallet.execute, (id)));
        check(isDone == (count >= wallet.THRESHOLD()), "threshold");
        check(alice.balance == (isDone ? amount : 0), "paid");
        if (isDone) check(!works(owners[4], address(wallet), 0, abi.encodeCall(wallet.execute, (id))), "executed twice");
    }

    function testFuzz_strangersDoNothing(address stranger) public {
        vm.assume(!wallet.isOwner(stranger) && stranger != address(vm));
        check(!works(stranger, address(wallet), 0, abi.encodeCall(wallet.submit, (stranger, 1, ""))), "submitted");
        check(!works(stranger, address(wallet), 0, abi.encodeCall(wallet.setOwners, (owners))), "owners replaced");
    }
}
