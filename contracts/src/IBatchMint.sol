// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Mints many tokens in one transaction.
/// @dev Announced by ERC-165: contracts deployed before it existed do not answer to its id.
interface IBatchMint {
    error EmptyBatch();

    /// @notice Mints a token for each URI to one wallet, with consecutive ids, or none of them.
    /// @param to Owns the tokens. A contract must accept ERC-721 tokens.
    /// @param tokenURIs The addresses of the tokens' metadata, at least one.
    /// @return firstTokenId The id of the first token.
    function mintBatch(address to, string[] calldata tokenURIs) external returns (uint256 firstTokenId);
}
