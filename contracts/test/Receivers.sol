// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {MintwrightCollection} from "../src/MintwrightCollection.sol";
import {MintwrightDrop} from "../src/MintwrightDrop.sol";

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

/// @dev A contract that takes the first tokens and none after.
contract Fussy is IERC721Receiver {
    function onERC721Received(address, address, uint256 tokenId, bytes calldata) external pure returns (bytes4) {
        return tokenId < 3 ? IERC721Receiver.onERC721Received.selector : bytes4(0);
    }
}

/// @dev A contract that claims two tokens for itself, and two more while it is given the first.
contract GreedyClaimer is IERC721Receiver {
    function claim(MintwrightDrop drop) external payable {
        drop.claim{value: msg.value / 2}(2, new bytes32[](0));
    }

    function onERC721Received(address, address, uint256 tokenId, bytes calldata) external returns (bytes4) {
        if (tokenId == 1) MintwrightDrop(msg.sender).claim{value: address(this).balance}(2, new bytes32[](0));
        return IERC721Receiver.onERC721Received.selector;
    }
}
