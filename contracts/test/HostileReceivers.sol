// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @dev What the receivers below call back.
interface ICollection {
    function mint(address to, string calldata tokenURI) external returns (uint256);
    function transferFrom(address from, address to, uint256 tokenId) external;
}

/// @dev Accepts a token after burning nearly a whole block of gas.
contract GasBurner {
    function onERC721Received(address, address, uint256, bytes calldata) external view returns (bytes4) {
        uint256 start = gasleft();
        while (start - gasleft() < 26_000_000) {}
        return this.onERC721Received.selector;
    }
}

/// @dev Accepts a token in every simulation and reverts in every block: nodes simulate without a gas price.
contract ChainOnlyReverter {
    function onERC721Received(address, address, uint256, bytes calldata) external view returns (bytes4) {
        require(tx.gasprice == 0, "not in a block");
        return this.onERC721Received.selector;
    }
}

/// @dev Asks for one more token while it receives one, and hands the one it received on at once.
contract Reenterer {
    function onERC721Received(address, address, uint256 tokenId, bytes calldata) external returns (bytes4) {
        try ICollection(msg.sender).mint(address(this), "ipfs://reentered") {} catch {}
        ICollection(msg.sender).transferFrom(address(this), address(0xdead), tokenId);
        return this.onERC721Received.selector;
    }
}

/// @dev Answers with something else than ERC-721 asks for.
contract WrongSelector {
    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return 0xdeadbeef;
    }
}

/// @dev Reverts with the collection's own error, as if the minter had no role.
contract RoleFaker {
    error AccessControlUnauthorizedAccount(address account, bytes32 neededRole);

    function onERC721Received(address operator, address, uint256, bytes calldata) external pure returns (bytes4) {
        revert AccessControlUnauthorizedAccount(operator, keccak256("MINTER_ROLE"));
    }
}
