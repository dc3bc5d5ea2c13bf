// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IBatchMint} from "../src/IBatchMint.sol";
import {MintwrightCollection} from "../src/MintwrightCollection.sol";
import {Checks} from "./Checks.sol";
import {Fussy, Greedy, Taker} from "./Receivers.sol";

contract MintBatchTest is Checks {
    event NFTMinted(address indexed to, uint256 indexed tokenId, string tokenURI);

    address private constant admin = address(0xA11CE0000);
    address private constant minter = address(0xB0B0000);
    address private constant wallet = address(0xCAFE0000);
    MintwrightCollection private nft;

    function setUp() public {
        nft = new MintwrightCollection("Foxes", "FOX", admin, minter, address(0), 0);
    }

    function mintAs(address sender, address to, string[] memory uris) private returns (uint256) {
        vm.prank(sender);
        return nft.mintBatch(to, uris);
    }

    function testFuzz_mints_with_consecutive_ids_and_an_event_each(string[4] memory given, uint8 count, bool isFirst)
        public
    {
        string[] memory uris = new string[](count % 4 + 1);
        for (uint256 i = 0; i < uris.length; i++) uris[i] = given[i];
        uint256 before = isFirst ? 0 : 1;
        if (!isFirst) {
            vm.prank(minter);
            nft.mint(wallet, "ipfs://before");
        }
        for (uint256 i = 0; i < uris.length; i++) {
            vm.expectEmit(true, true, false, true, address(nft));
            emit NFTMinted(wallet, before + i + 1, uris[i]);
        }
        same(mintAs(minter, wallet, uris), before + 1, "first id");
        for (uint256 i = 0; i < uris.length; i++) {
            same(nft.ownerOf(before + i + 1), wallet, "owner");
            same(nft.tokenURI(before + i + 1), uris[i], "uri");
        }
        same(nft.totalMinted(), before + uris.length, "total");
        same(nft.balanceOf(wallet), before + uris.length, "balance");
    }

    function test_announces_batches() public view {
        check(nft.supportsInterface(type(IBatchMint).interfaceId), "interface");
    }

    function test_refuses_an_empty_batch() public {
        vm.expectRevert(IBatchMint.EmptyBatch.selector);
        mintAs(minter, wallet, new string[](0));
    }

    function testFuzz_refuses_who_may_not_mint(address sender) public {
        vm.assume(sender != minter);
        vm.expectRevert(
            abi.encodeWithSelector(
                IAccessControl.AccessControlUnauthorizedAccount.selector, sender, nft.MINTER_ROLE()
            )
        );
        mintAs(sender, wallet, new string[](1));
    }

    function test_mints_all_or_none() public {
        address fussy = address(new Fussy());
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, fussy));
        mintAs(minter, fussy, new string[](3));
        same(nft.totalMinted(), 0, "nothing minted");
        same(mintAs(minter, fussy, new string[](2)), 1, "the first two");
    }

    function test_gives_a_contract_complete_tokens() public {
        Taker taker = new Taker();
        string[] memory uris = new string[](2);
        (uris[0], uris[1]) = ("ipfs://a", "ipfs://b");
        mintAs(minter, address(taker), uris);
        same(taker.seenTokenId(), 2, "id seen");
        same(taker.seenTokenURI(), "ipfs://b", "uri seen while called");
    }

    function test_keeps_its_ids_together_when_called_back() public {
        Greedy greedy = new Greedy();
        bytes32 role = nft.MINTER_ROLE();
        vm.prank(admin);
        nft.grantRole(role, address(greedy));
        string[] memory uris = new string[](3);
        (uris[0], uris[1], uris[2]) = ("ipfs://a", "ipfs://b", "ipfs://c");
        same(mintAs(minter, address(greedy), uris), 1, "first id");
        for (uint256 i = 0; i < 3; i++) same(nft.tokenURI(i + 1), uris[i], "uri");
        same(nft.tokenURI(4), "ipfs://second", "the one that came between");
        same(nft.totalMinted(), 4, "total");
    }
}
