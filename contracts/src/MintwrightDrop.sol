// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {ERC2981} from "@openzeppelin/contracts/token/common/ERC2981.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Utils} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Utils.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @title An ERC-721 collection that wallets claim for themselves, at a price that its owner sets.
/// @notice Token ids count up from 1 to the supply. Supply and metadata never change, so what a wallet bought stays as it was.
contract MintwrightDrop is ERC721, ERC2981, Ownable2Step {
    using Strings for uint256;

    /// @param price Of each token, in wei.
    /// @param startsAt The first second in which wallets may claim; 0 while the drop is closed.
    /// @param maxPerWallet How many tokens a wallet may claim in all, also when the terms change.
    /// @param allowList The Merkle root of the wallets that may claim, as @openzeppelin/merkle-tree builds it from [address];
    /// zero for every wallet.
    struct Terms {
        uint128 price;
        uint64 startsAt;
        uint64 maxPerWallet;
        bytes32 allowList;
    }

    /// @notice How many tokens there can be.
    uint256 public immutable supply;

    /// @notice How many tokens were claimed; also the id of the newest one.
    uint256 public totalMinted;

    /// @notice On what terms wallets may claim now.
    Terms public terms;

    /// @notice How many tokens a wallet has claimed.
    mapping(address wallet => uint256 count) public claimedBy;

    string private _base;

    /// @notice A token came into being.
    event NFTMinted(address indexed to, uint256 indexed tokenId, string tokenURI);
    event TermsChanged(uint128 price, uint64 startsAt, uint64 maxPerWallet, bytes32 allowList);
    event Withdrawn(address indexed owner, uint256 amount);

    error NothingToClaim();
    error NotStarted(uint64 startsAt);
    error NotOnAllowList(address wallet);
    error WalletLimitReached(uint64 maxPerWallet);
    error SoldOut(uint256 left);
    error WrongPayment(uint256 expected);

    /// @param owner Sets the terms and withdraws the proceeds.
    /// @param base What every token URI begins with; the token's number and ".json" follow.
    /// @param royaltyBasisPoints Share of a later sale for the owner, in 1/100 percent.
    constructor(
        string memory name,
        string memory symbol,
        address owner,
        string memory base,
        uint256 supply_,
        uint96 royaltyBasisPoints,
        Terms memory firstTerms
    ) ERC721(name, symbol) Ownable(owner) {
        _base = base;
        supply = supply_;
        if (royaltyBasisPoints > 0) _setDefaultRoyalty(owner, royaltyBasisPoints);
        _setTerms(firstTerms);
    }

    /// @notice Claims tokens for the calling wallet, which sends exactly their price along.
    /// @param count How many tokens.
    /// @param proof That the wallet is on the allow list; empty without one.
    /// @return firstTokenId The id of the first token; the others follow.
    function claim(uint256 count, bytes32[] calldata proof) external payable returns (uint256 firstTokenId) {
        address wallet = _msgSender();
        Terms memory current = terms;
        if (count == 0) revert NothingToClaim();
        // Validators can shift a block by seconds; a start by the minute does not mind.
        // forge-lint: disable-next-line(block-timestamp)
        if (current.startsAt == 0 || block.timestamp < current.startsAt) revert NotStarted(current.startsAt);
        if (current.allowList != 0) {
            bytes32 leaf = keccak256(bytes.concat(keccak256(abi.encode(wallet))));
            if (!MerkleProof.verifyCalldata(proof, current.allowList, leaf)) revert NotOnAllowList(wallet);
        }
        // Compared with what is left: a sum with a huge count would overflow.
        uint256 left = supply - totalMinted;
        if (count > left) revert SoldOut(left);
        uint256 claimed = claimedBy[wallet] + count;
        if (claimed > current.maxPerWallet) revert WalletLimitReached(current.maxPerWallet);
        uint256 expected = current.price * count;
        if (msg.value != expected) revert WrongPayment(expected);
        claimedBy[wallet] = claimed;
        firstTokenId = totalMinted + 1;
        totalMinted += count;
        for (uint256 id = firstTokenId; id < firstTokenId + count; ++id) {
            _mint(wallet, id);
            emit NFTMinted(wallet, id, tokenURI(id));
        }
        // After all of them: a wallet that claims again while it is called finds everything counted.
        for (uint256 id = firstTokenId; id < firstTokenId + count; ++id) {
            ERC721Utils.checkOnERC721Received(wallet, address(0), wallet, id, "");
        }
    }

    /// @notice Changes the terms, or closes the drop with a start of 0.
    function setTerms(Terms calldata newTerms) external onlyOwner {
        _setTerms(newTerms);
    }

    /// @notice Sends all proceeds to the owner.
    function withdraw() external onlyOwner {
        uint256 amount = address(this).balance;
        emit Withdrawn(owner(), amount);
        Address.sendValue(payable(owner()), amount);
    }

    /// @inheritdoc ERC721
    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        return string.concat(_base, tokenId.toString(), ".json");
    }

    /// @inheritdoc ERC721
    function supportsInterface(bytes4 interfaceId) public view override(ERC721, ERC2981) returns (bool) {
        return super.supportsInterface(interfaceId);
    }

    function _setTerms(Terms memory newTerms) private {
        terms = newTerms;
        emit TermsChanged(newTerms.price, newTerms.startsAt, newTerms.maxPerWallet, newTerms.allowList);
    }
}
