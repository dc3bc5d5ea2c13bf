// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

contract LimitedMint is ERC721("Limited", "LTD") {
    uint256 public nextId;
    mapping(address => bool) public hasMinted;

    function mint() external {
        require(!hasMinted[msg.sender], "once");
        hasMinted[msg.sender] = true;
        _safeMint(msg.sender, nextId++);
    }
}
