// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {MintwrightDrop} from "../src/MintwrightDrop.sol";
import {Checks} from "./Checks.sol";

/// @dev Claims with any payment and proof, transfers, changes the terms, lets time pass and withdraws, in any order.
contract DropActor is Checks {
    address public constant owner = address(0xA11CE0000);
    uint256 public constant supply = 10;
    MintwrightDrop public immutable drop;
    address[] public wallets = [address(0x10001), address(0x10002), address(0x10003), address(0x10004)];
    mapping(address wallet => uint256 count) public claimed;
    /// The highest limit that was ever set.
    uint256 public highestLimit = 3;
    uint256 public minted;
    uint256 public proceeds;
    uint256 public withdrawn;
    uint256 private time = 1_000;

    constructor() {
        vm.warp(time);
        drop = new MintwrightDrop(
            "Foxes", "FOX", owner, "ipfs://folder/", supply, 0, MintwrightDrop.Terms(100, 1_000, 3, 0)
        );
    }

    function claim(uint256 choice, uint256 count, bool isExact) external {
        address wallet = wallets[choice % wallets.length];
        count = count % 5;
        (uint128 price, uint64 startsAt, uint64 limit, bytes32 list) = drop.terms();
        uint256 value = isExact ? price * count : price * count + 1;
        bool isRight = count > 0 && isExact && startsAt != 0 && startsAt <= time && list == 0
            && claimed[wallet] + count <= limit && minted + count <= supply;
        vm.deal(wallet, value);
        vm.prank(wallet);
        try drop.claim{value: value}(count, new bytes32[](0)) returns (uint256 first) {
            check(isRight, "a claim that the terms forbid");
            same(first, minted + 1, "ids are consecutive");
            claimed[wallet] += count;
            minted += count;
            proceeds += value;
        } catch {
            check(!isRight, "a claim that the terms allow");
        }
    }

    function changeTerms(uint128 price, uint64 startsIn, uint64 limit, uint8 kind) external {
        limit = limit % 12;
        if (limit > highestLimit) highestLimit = limit;
        uint64 startsAt = kind % 8 == 0 ? 0 : uint64(time) + startsIn % 50;
        bytes32 list = kind % 8 == 1 ? bytes32(uint256(1)) : bytes32(0);
        vm.prank(owner);
        drop.setTerms(MintwrightDrop.Terms(price % 1 ether, startsAt, limit, list));
    }

    function pass(uint256 timeInSeconds) external {
        time += timeInSeconds % 100;
        vm.warp(time);
    }

    function withdraw() external {
        uint256 before = owner.balance;
        vm.prank(owner);
        drop.withdraw();
        withdrawn += owner.balance - before;
    }

    function transfer(uint256 token, uint256 choice) external {
        if (minted == 0) return;
        uint256 id = token % minted + 1;
        address from = drop.ownerOf(id);
        vm.prank(from);
        drop.transferFrom(from, wallets[choice % wallets.length], id);
    }

    function walletCount() external view returns (uint256) {
        return wallets.length;
    }
}

contract DropInvariants is Checks {
    DropActor private actor;
    MintwrightDrop private drop;

    function setUp() public {
        actor = new DropActor();
        drop = actor.drop();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(actor);
    }

    function invariant_never_sells_more_than_the_supply_and_each_token_has_one_owner() public view {
        same(drop.totalMinted(), actor.minted(), "counted");
        check(actor.minted() <= actor.supply(), "supply");
        uint256 owned = 0;
        for (uint256 i = 0; i < actor.walletCount(); i++) owned += drop.balanceOf(actor.wallets(i));
        same(owned, actor.minted(), "owned");
    }

    function invariant_holds_what_was_paid_and_not_withdrawn() public view {
        same(address(drop).balance, actor.proceeds() - actor.withdrawn(), "balance");
    }

    function invariant_counts_each_wallet_and_never_above_a_limit() public view {
        for (uint256 i = 0; i < actor.walletCount(); i++) {
            address wallet = actor.wallets(i);
            same(drop.claimedBy(wallet), actor.claimed(wallet), "claimed");
            check(actor.claimed(wallet) <= actor.highestLimit(), "limit");
        }
    }
}
