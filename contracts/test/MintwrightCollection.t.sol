// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {IERC2981} from "@openzeppelin/contracts/interfaces/IERC2981.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IERC721Metadata} from "@openzeppelin/contracts/token/ERC721/extensions/IERC721Metadata.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {ERC2981} from "@openzeppelin/contracts/token/common/ERC2981.sol";
import {MintwrightCollection} from "../src/MintwrightCollection.sol";
import {Checks} from "./Checks.sol";
import {Greedy, Stranger, Taker} from "./Receivers.sol";

contract MintwrightCollectionTest is Checks {
    event NFTMinted(address indexed to, uint256 indexed tokenId, string tokenURI);
    event MetadataUpdate(uint256 tokenId);

    address private constant admin = address(0xA11CE0000);
    address private constant minter = address(0xB0B0000);
    address private constant artist = address(0xA57150000);
    MintwrightCollection private nft;

    function setUp() public {
        nft = new MintwrightCollection("Foxes", "FOX", admin, minter, artist, 500);
    }

    function mintAs(address sender, address to, string memory uri) private returns (uint256) {
        vm.prank(sender);
        return nft.mint(to, uri);
    }

    function missing(address account, bytes32 role) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, account, role);
    }

    function test_is_named_and_owned_as_deployed() public view {
        same(nft.name(), "Foxes", "name");
        same(nft.symbol(), "FOX", "symbol");
        check(nft.hasRole(nft.DEFAULT_ADMIN_ROLE(), admin), "admin");
        check(nft.hasRole(nft.MINTER_ROLE(), minter), "minter");
        check(!nft.hasRole(nft.MINTER_ROLE(), admin), "the admin does not mint");
        check(!nft.hasRole(nft.METADATA_ROLE(), admin), "nobody changes metadata");
        same(nft.totalMinted(), 0, "nothing minted");
    }

    function test_announces_what_it_supports() public view {
        bytes4[6] memory ids = [
            type(IERC165).interfaceId,
            type(IERC721).interfaceId,
            type(IERC721Metadata).interfaceId,
            type(IERC2981).interfaceId,
            type(IAccessControl).interfaceId,
            bytes4(0x49064906)
        ];
        for (uint256 i = 0; i < ids.length; i++) check(nft.supportsInterface(ids[i]), "interface");
        check(!nft.supportsInterface(0xffffffff), "no interface");
    }

    function testFuzz_mints_to_a_wallet(address to, string calldata uri) public {
        vm.assume(isWallet(to));
        vm.expectEmit(true, true, false, true, address(nft));
        emit NFTMinted(to, 1, uri);
        same(mintAs(minter, to, uri), 1, "first id");
        same(nft.ownerOf(1), to, "owner");
        same(nft.tokenURI(1), uri, "uri");
        same(nft.balanceOf(to), 1, "balance");
    }

    function testFuzz_numbers_tokens_in_their_order(uint8 count, address to) public {
        vm.assume(isWallet(to));
        for (uint256 i = 1; i <= count; i++) same(mintAs(minter, to, "ipfs://x"), i, "id");
        same(nft.totalMinted(), count, "total");
        same(nft.balanceOf(to), count, "balance");
    }

    function testFuzz_refuses_who_may_not_mint(address sender) public {
        vm.assume(sender != minter);
        vm.expectRevert(missing(sender, nft.MINTER_ROLE()));
        mintAs(sender, artist, "ipfs://x");
        same(nft.totalMinted(), 0, "nothing minted");
    }

    function testFuzz_lets_everybody_mint_when_opened_and_not_when_closed_again(address sender) public {
        vm.assume(sender != minter && sender != address(0));
        bytes32 role = nft.MINTER_ROLE();
        vm.prank(admin);
        nft.grantRole(role, address(0));
        same(mintAs(sender, artist, "ipfs://x"), 1, "id");
        vm.prank(admin);
        nft.revokeRole(role, address(0));
        vm.expectRevert(missing(sender, role));
        mintAs(sender, artist, "ipfs://x");
    }

    function testFuzz_refuses_who_may_not_grant(address sender, address friend) public {
        vm.assume(sender != admin);
        bytes32 role = nft.MINTER_ROLE();
        vm.expectRevert(missing(sender, nft.DEFAULT_ADMIN_ROLE()));
        vm.prank(sender);
        nft.grantRole(role, friend);
    }

    function test_mints_to_nobody_never() public {
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(0)));
        mintAs(minter, address(0), "ipfs://x");
        same(nft.totalMinted(), 0, "the id is not lost");
    }

    function test_gives_a_contract_a_complete_token() public {
        Taker taker = new Taker();
        mintAs(minter, address(taker), "ipfs://x");
        same(taker.seenTokenId(), 1, "id seen");
        same(taker.seenTokenURI(), "ipfs://x", "uri seen while called");
    }

    function test_refuses_a_contract_that_would_lose_the_token() public {
        address stranger = address(new Stranger());
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, stranger));
        mintAs(minter, stranger, "ipfs://x");
        same(nft.totalMinted(), 0, "nothing minted");
    }

    function test_keeps_its_ids_apart_when_called_back() public {
        Greedy greedy = new Greedy();
        bytes32 role = nft.MINTER_ROLE();
        vm.prank(admin);
        nft.grantRole(role, address(greedy));
        same(mintAs(minter, address(greedy), "ipfs://first"), 1, "id");
        same(nft.tokenURI(1), "ipfs://first", "first");
        same(nft.tokenURI(2), "ipfs://second", "second");
        same(nft.totalMinted(), 2, "total");
    }

    function testFuzz_pays_royalties_as_set(uint96 basisPoints, uint128 price) public {
        vm.assume(basisPoints <= 10_000);
        vm.prank(admin);
        nft.setDefaultRoyalty(artist, basisPoints);
        (address receiver, uint256 amount) = nft.royaltyInfo(7, price);
        same(receiver, artist, "receiver");
        same(amount, uint256(price) * basisPoints / 10_000, "amount");
        check(amount <= price, "never more than the price");
    }

    function testFuzz_refuses_a_royalty_above_the_price(uint96 basisPoints) public {
        vm.assume(basisPoints > 10_000);
        vm.expectRevert(
            abi.encodeWithSelector(ERC2981.ERC2981InvalidDefaultRoyalty.selector, basisPoints, 10_000)
        );
        vm.prank(admin);
        nft.setDefaultRoyalty(artist, basisPoints);
    }

    function testFuzz_lets_only_the_admin_set_royalties(address sender) public {
        vm.assume(sender != admin);
        vm.expectRevert(missing(sender, nft.DEFAULT_ADMIN_ROLE()));
        vm.prank(sender);
        nft.setDefaultRoyalty(sender, 10_000);
    }

    function test_has_no_royalty_when_none_was_set_or_it_was_removed() public {
        vm.prank(admin);
        nft.setDefaultRoyalty(address(0), 0);
        (address receiver, uint256 amount) = nft.royaltyInfo(1, 1 ether);
        same(receiver, address(0), "removed");
        same(amount, 0, "no amount");
        MintwrightCollection plain = new MintwrightCollection("P", "P", admin, minter, address(0), 500);
        (receiver, amount) = plain.royaltyInfo(1, 1 ether);
        same(receiver, address(0), "never set");
        same(amount, 0, "no amount");
    }

    function testFuzz_changes_metadata_only_for_its_role_and_announces_it(address sender, string calldata uri) public {
        mintAs(minter, artist, "ipfs://x");
        bytes32 role = nft.METADATA_ROLE();
        vm.expectRevert(missing(sender, role));
        vm.prank(sender);
        nft.setTokenURI(1, uri);
        vm.prank(admin);
        nft.grantRole(role, sender);
        vm.expectEmit(false, false, false, true, address(nft));
        emit MetadataUpdate(1);
        vm.prank(sender);
        nft.setTokenURI(1, uri);
        same(nft.tokenURI(1), uri, "changed");
    }

    function testFuzz_knows_no_metadata_of_tokens_that_do_not_exist(uint256 tokenId) public {
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, tokenId));
        nft.tokenURI(tokenId);
        bytes32 role = nft.METADATA_ROLE();
        vm.prank(admin);
        nft.grantRole(role, admin);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, tokenId));
        vm.prank(admin);
        nft.setTokenURI(tokenId, "ipfs://x");
    }

    function testFuzz_opens_minting_when_deployed_for_everybody(address sender) public {
        vm.assume(sender != address(0));
        MintwrightCollection open = new MintwrightCollection("O", "O", admin, address(0), address(0), 0);
        vm.prank(sender);
        same(open.mint(artist, "ipfs://x"), 1, "id");
    }
}
