// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {MintwrightCollection} from "../src/MintwrightCollection.sol";

/// @dev A contract that takes tokens, and what it saw of them while it was called.
contract Taker is IERC721Receiver {
    uint256 public seenTokenId;
    string public seenTokenURI;

    function onERC721Received(address, address, uint256 tokenId, bytes calldata) external returns (bytes4) {
        seenTokenId = tokenId;
        seenTokenURI = MintwrightCollection(msg.sender).tokenURI(tokenId);
        return IERC721Receiver.onERC721Received.selector;
    }
}

/// @dev A contract that knows nothing of tokens.
contract Stranger {}

/// @dev A contract that mints once more while it is given its first token.
contract Greedy is IERC721Receiver {
    function onERC721Received(address, address, uint256 tokenId, bytes calldata) external returns (bytes4) {
        if (tokenId == 1) MintwrightCollection(msg.sender).mint(address(this), "ipfs://second");
        return IERC721Receiver.onERC721Received.selector;
    }
}
