// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";

contract Ledger is UUPSUpgradeable {
    address private immutable governor;
    mapping(address => uint256) public entries;

    constructor(address governor_) {
        governor = governor_;
    }

    function note(uint256 value) external {
        entries[msg.sender] = value;
    }

    function _authorizeUpgrade(address) internal view override {
        require(msg.sender == governor, "governor only");
    }
}
