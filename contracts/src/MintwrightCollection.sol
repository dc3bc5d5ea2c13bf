// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ERC2981} from "@openzeppelin/contracts/token/common/ERC2981.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721URIStorage} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol";
import {ERC721Utils} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Utils.sol";
import {IBatchMint} from "./IBatchMint.sol";

/// @title The ERC-721 contract into which collections are minted.
/// @notice Token ids count up from 1. Each token carries the address of its own metadata.
contract MintwrightCollection is ERC721URIStorage, ERC2981, AccessControl, IBatchMint {
    /// @notice Who may mint. Granted to the zero address, it lets every wallet mint.
    bytes32 public constant MINTER_ROLE = keccak256("MINTER_ROLE");

    /// @notice Who may point a token at other metadata. Nobody, until the admin grants it.
    bytes32 public constant METADATA_ROLE = keccak256("METADATA_ROLE");

    /// @notice How many tokens were minted; also the id of the newest one.
    uint256 public totalMinted;

    /// @notice A token came into being.
    event NFTMinted(address indexed to, uint256 indexed tokenId, string tokenURI);

    /// @param admin Grants and revokes roles and sets the royalty.
    /// @param minter The first address that may mint; the zero address for everybody.
    /// @param royaltyReceiver Receives royalties; the zero address for no royalty.
    /// @param royaltyBasisPoints Share of a sale in 1/100 percent.
    constructor(
        string memory name,
        string memory symbol,
        address admin,
        address minter,
        address royaltyReceiver,
        uint96 royaltyBasisPoints
    ) ERC721(name, symbol) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(MINTER_ROLE, minter);
        if (royaltyReceiver != address(0)) _setDefaultRoyalty(royaltyReceiver, royaltyBasisPoints);
    }

    /// @notice Mints the next token to a wallet.
    /// @param to Owns the token. A contract must accept ERC-721 tokens.
    /// @param tokenURI The address of the token's metadata.
    /// @return tokenId The id of the token.
    function mint(address to, string calldata tokenURI) external returns (uint256 tokenId) {
        if (!hasRole(MINTER_ROLE, address(0))) _checkRole(MINTER_ROLE);
        tokenId = _mintNext(to, tokenURI);
        // Last, because the receiver may call back: by now the token is complete.
        ERC721Utils.checkOnERC721Received(_msgSender(), address(0), to, tokenId, "");
    }

    /// @inheritdoc IBatchMint
    function mintBatch(address to, string[] calldata tokenURIs) external returns (uint256 firstTokenId) {
        if (!hasRole(MINTER_ROLE, address(0))) _checkRole(MINTER_ROLE);
        uint256 count = tokenURIs.length;
        if (count == 0) revert EmptyBatch();
        firstTokenId = totalMinted + 1;
        for (uint256 i = 0; i < count; ++i) _mintNext(to, tokenURIs[i]);
        // After all of them: a receiver that mints while it is called cannot come between two ids.
        for (uint256 i = 0; i < count; ++i) {
            ERC721Utils.checkOnERC721Received(_msgSender(), address(0), to, firstTokenId + i, "");
        }
    }

    /// @notice Points a token at other metadata and announces it (ERC-4906).
    function setTokenURI(uint256 tokenId, string calldata newTokenURI) external onlyRole(METADATA_ROLE) {
        _requireOwned(tokenId);
        _setTokenURI(tokenId, newTokenURI);
    }

    /// @notice Sets the royalty of every token (ERC-2981); the zero address removes it.
    function setDefaultRoyalty(address receiver, uint96 basisPoints) external onlyRole(DEFAULT_ADMIN_ROLE) {
        if (receiver == address(0)) _deleteDefaultRoyalty();
        else _setDefaultRoyalty(receiver, basisPoints);
    }

    /// @inheritdoc ERC721URIStorage
    function supportsInterface(bytes4 interfaceId)
        public
        view
        override(ERC721URIStorage, ERC2981, AccessControl)
        returns (bool)
    {
        return interfaceId == type(IBatchMint).interfaceId || super.supportsInterface(interfaceId);
    }

    function _mintNext(address to, string calldata tokenURI) private returns (uint256 tokenId) {
        tokenId = ++totalMinted;
        _mint(to, tokenId);
        _setTokenURI(tokenId, tokenURI);
        emit NFTMinted(to, tokenId, tokenURI);
    }
}
