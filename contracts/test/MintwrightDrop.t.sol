// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC2981} from "@openzeppelin/contracts/interfaces/IERC2981.sol";
import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {MintwrightDrop} from "../src/MintwrightDrop.sol";
import {Checks} from "./Checks.sol";
import {GreedyClaimer, Stranger} from "./Receivers.sol";

contract MintwrightDropTest is Checks {
    event NFTMinted(address indexed to, uint256 indexed tokenId, string tokenURI);

    address private constant owner = address(0xA11CE0000);
    address private constant alice = address(0xA11CE1111);
    address private constant bob = address(0xB0B0000);
    uint64 private constant start = 1_800_000_000;
    bytes32[] private noProof;
    MintwrightDrop private drop;

    function setUp() public {
        drop = deploy(terms(1 ether, 3, 0));
        vm.warp(start);
    }

    function terms(uint128 price, uint64 perWallet, bytes32 list) private pure returns (MintwrightDrop.Terms memory) {
        return MintwrightDrop.Terms(price, start, perWallet, list);
    }

    function deploy(MintwrightDrop.Terms memory first) private returns (MintwrightDrop) {
        return new MintwrightDrop("Foxes", "FOX", owner, "ipfs://folder/", 5, 500, first);
    }

    function claimAs(address wallet, uint256 count, uint256 value) private returns (uint256) {
        vm.deal(wallet, value);
        vm.prank(wallet);
        return drop.claim{value: value}(count, noProof);
    }

    function leafOf(address wallet) private pure returns (bytes32) {
        return keccak256(bytes.concat(keccak256(abi.encode(wallet))));
    }

    function test_is_named_and_owned_as_deployed() public view {
        same(drop.name(), "Foxes", "name");
        same(drop.symbol(), "FOX", "symbol");
        same(drop.owner(), owner, "owner");
        same(drop.supply(), 5, "supply");
        (address receiver, uint256 royalty) = drop.royaltyInfo(1, 1 ether);
        same(receiver, owner, "royalty receiver");
        same(royalty, 0.05 ether, "royalty");
        check(drop.supportsInterface(type(IERC721).interfaceId), "ERC-721");
        check(drop.supportsInterface(type(IERC2981).interfaceId), "ERC-2981");
    }

    function test_sells_consecutive_tokens_with_the_metadata_of_their_numbers() public {
        vm.expectEmit(true, true, false, true, address(drop));
        emit NFTMinted(alice, 1, "ipfs://folder/1.json");
        same(claimAs(alice, 2, 2 ether), 1, "first id");
        same(claimAs(bob, 1, 1 ether), 3, "next id");
        same(drop.ownerOf(2), alice, "owner");
        same(drop.tokenURI(3), "ipfs://folder/3.json", "uri");
        same(drop.claimedBy(alice), 2, "counted");
        same(address(drop).balance, 3 ether, "proceeds");
    }

    function test_knows_no_metadata_of_tokens_that_do_not_exist() public {
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, 1));
        drop.tokenURI(1);
    }

    function testFuzz_takes_the_exact_price_only(uint128 value) public {
        vm.assume(value != 2 ether);
        vm.expectRevert(abi.encodeWithSelector(MintwrightDrop.WrongPayment.selector, 2 ether));
        claimAs(alice, 2, value);
    }

    function testFuzz_refuses_before_the_start(uint64 time) public {
        vm.assume(time < start);
        vm.warp(time);
        vm.expectRevert(abi.encodeWithSelector(MintwrightDrop.NotStarted.selector, start));
        claimAs(alice, 1, 1 ether);
    }

    function test_refuses_while_closed() public {
        vm.prank(owner);
        drop.setTerms(MintwrightDrop.Terms(1 ether, 0, 3, 0));
        vm.expectRevert(abi.encodeWithSelector(MintwrightDrop.NotStarted.selector, 0));
        claimAs(alice, 1, 1 ether);
    }

    function test_limits_a_wallet_also_over_several_claims_and_after_a_transfer() public {
        claimAs(alice, 2, 2 ether);
        vm.prank(alice);
        drop.transferFrom(alice, bob, 1);
        vm.expectRevert(abi.encodeWithSelector(MintwrightDrop.WalletLimitReached.selector, 3));
        claimAs(alice, 2, 2 ether);
        same(claimAs(bob, 3, 3 ether), 3, "what it was given does not count");
    }

    function testFuzz_sells_no_more_than_the_supply(uint256 count) public {
        vm.assume(count > 2);
        claimAs(alice, 3, 3 ether);
        vm.expectRevert(abi.encodeWithSelector(MintwrightDrop.SoldOut.selector, 2));
        claimAs(bob, count, 0);
    }

    function test_claims_nothing_never() public {
        vm.expectRevert(MintwrightDrop.NothingToClaim.selector);
        claimAs(alice, 0, 0);
    }

    function testFuzz_lets_only_the_allow_list_claim(address wallet) public {
        vm.assume(wallet != alice && isWallet(wallet));
        (bytes32 a, bytes32 b) = (leafOf(alice), leafOf(bob));
        bytes32 root = a < b ? keccak256(bytes.concat(a, b)) : keccak256(bytes.concat(b, a));
        drop = deploy(terms(0, 3, root));
        bytes32[] memory proof = new bytes32[](1);
        proof[0] = b;
        vm.expectRevert(abi.encodeWithSelector(MintwrightDrop.NotOnAllowList.selector, wallet));
        vm.prank(wallet);
        drop.claim(1, proof);
        vm.expectRevert(abi.encodeWithSelector(MintwrightDrop.NotOnAllowList.selector, alice));
        vm.prank(alice);
        drop.claim(1, noProof);
        vm.prank(alice);
        same(drop.claim(1, proof), 1, "id");
    }

    function test_counts_everything_before_a_wallet_is_called_back() public {
        GreedyClaimer greedy = new GreedyClaimer();
        vm.expectRevert(abi.encodeWithSelector(MintwrightDrop.WalletLimitReached.selector, 3));
        greedy.claim{value: 4 ether}(drop);
        vm.prank(owner);
        drop.setTerms(terms(1 ether, 4, 0));
        greedy.claim{value: 4 ether}(drop);
        same(drop.balanceOf(address(greedy)), 4, "owned");
        same(drop.claimedBy(address(greedy)), 4, "counted");
    }

    function test_refuses_a_contract_that_would_lose_the_token() public {
        address stranger = address(new Stranger());
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, stranger));
        claimAs(stranger, 1, 1 ether);
    }

    function test_pays_the_proceeds_to_the_owner() public {
        claimAs(alice, 3, 3 ether);
        vm.prank(owner);
        drop.withdraw();
        same(owner.balance, 3 ether, "received");
        same(address(drop).balance, 0, "nothing left");
    }

    function testFuzz_obeys_only_the_owner(address sender) public {
        vm.assume(sender != owner);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, sender));
        vm.prank(sender);
        drop.setTerms(terms(0, 5, 0));
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, sender));
        vm.prank(sender);
        drop.withdraw();
    }
}
