// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC2981} from "@openzeppelin/contracts/token/common/ERC2981.sol";
import {Check} from "./Check.sol";
import {TestedMarket} from "../src/TestedMarket.sol";

contract Collection is ERC721("Collection", "C"), ERC2981 {
    constructor(address to, address creator, uint96 royalty) {
        _mint(to, 1);
        _setDefaultRoyalty(creator, royalty);
    }

    function supportsInterface(bytes4 id) public view override(ERC721, ERC2981) returns (bool) {
        return super.supportsInterface(id);
    }
}

contract MarketplaceTest is Check {
    TestedMarket private market = new TestedMarket();

    function testFuzz_dividesThePrice(uint256 price, uint256 royalty, bool isOffer) public {
        price = bound(price, 1, 1e30);
        royalty = bound(royalty, 0, 10_000);
        Collection nft = new Collection(alice, carol, uint96(royalty));
        vm.prank(alice);
        nft.approve(address(market), 1);
        vm.prank(alice);
        market.list(address(nft), 1, price);
        vm.deal(bob, 2 * price);
        check(!works(bob, address(market), price - 1, abi.encodeCall(market.buy, (address(nft), 1))), "too cheap");
        if (isOffer) {
            vm.prank(bob);
            market.offer{value: price}(address(nft), 1);
            check(!works(alice, address(market), 0, abi.encodeCall(market.acceptOffer, (address(nft), 1, bob, price + 1))), "too low");
            vm.prank(alice);
            market.acceptOffer(address(nft), 1, bob, price);
        } else {
            vm.prank(bob);
            market.buy{value: price}(address(nft), 1);
        }
        check(nft.ownerOf(1) == bob, "sold");
        uint256 fee = (price * market.FEE()) / 10_000;
        uint256 due = (price * royalty) / 10_000;
        if (due > price - fee) due = price - fee;
        check(market.proceeds(address(this)) == fee && market.proceeds(carol) == due, "fee and royalty");
        check(market.proceeds(alice) == price - fee - due, "the rest");
        check(address(market).balance == price, "all of it");
        check(!works(bob, address(market), price, abi.encodeCall(market.buy, (address(nft), 1))), "sold twice");
    }

    function testFuzz_offersComeBack(uint256 first, uint256 second) public {
        first = bound(first, 1, 1e30);
        second = bound(second, 1, 1e30);
        Collection nft = new Collection(alice, carol, 0);
        vm.deal(bob, first + second);
        vm.prank(bob);
        market.offer{value: first}(address(nft), 1);
        vm.prank(bob);
        market.offer{value: second}(address(nft), 1);
        vm.prank(bob);
        market.cancelOffer(address(nft), 1);
        check(bob.balance == first + second && address(market).balance == 0, "back");
        check(!works(bob, address(market), 0, abi.encodeCall(market.cancelOffer, (address(nft), 1))), "twice");
    }
}
