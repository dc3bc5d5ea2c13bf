// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {MintwrightCollection} from "../src/MintwrightCollection.sol";
import {Checks} from "./Checks.sol";

/// @dev Mints, transfers and tries what it may not, in any order that forge thinks of.
contract Actor is Checks {
    MintwrightCollection public immutable nft;
    address[] private wallets = [address(0x10001), address(0x10002), address(0x10003)];
    string[] private uris;
    uint256 public minted;

    constructor() {
        nft = new MintwrightCollection("Foxes", "FOX", address(0xA11CE0000), address(this), address(0), 0);
    }

    function mint(uint256 wallet, string calldata uri) external {
        uint256 id = nft.mint(wallets[wallet % wallets.length], uri);
        uris.push(uri);
        minted++;
        same(id, minted, "ids count up");
    }

    function mintBatch(uint256 wallet, string[3] calldata given, uint256 count) external {
        string[] memory batch = new string[](count % 3 + 1);
        for (uint256 i = 0; i < batch.length; i++) batch[i] = given[i];
        uint256 first = nft.mintBatch(wallets[wallet % wallets.length], batch);
        same(first, minted + 1, "ids of a batch count up");
        for (uint256 i = 0; i < batch.length; i++) uris.push(batch[i]);
        minted += batch.length;
    }

    function transfer(uint256 token, uint256 wallet) external {
        if (minted == 0) return;
        uint256 id = token % minted + 1;
        address owner = nft.ownerOf(id);
        vm.prank(owner);
        nft.transferFrom(owner, wallets[wallet % wallets.length], id);
    }

    function mintAsStranger(address sender) external {
        if (sender == address(this)) return;
        vm.prank(sender);
        try nft.mint(sender, "ipfs://stolen") {
            revert Different("a stranger minted");
        } catch {}
    }

    function uriOf(uint256 id) external view returns (string memory) {
        return uris[id - 1];
    }

    function countOwned() external view returns (uint256 owned) {
        for (uint256 i = 0; i < wallets.length; i++) owned += nft.balanceOf(wallets[i]);
    }
}

contract Invariants is Checks {
    Actor private actor;

    function setUp() public {
        actor = new Actor();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(actor);
    }

    function invariant_every_token_is_counted_and_owned_once() public view {
        same(actor.nft().totalMinted(), actor.minted(), "minted");
        same(actor.countOwned(), actor.minted(), "owned");
    }

    function invariant_metadata_stays_what_it_was_minted_with() public view {
        for (uint256 id = 1; id <= actor.minted(); id++) same(actor.nft().tokenURI(id), actor.uriOf(id), "uri");
    }
}
