// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";

contract Ledger is UUPSUpgradeable {
    mapping(address => uint256) public entries;

    function note(uint256 value) external {
        entries[msg.sender] = value;
    }

    function _authorizeUpgrade(address) internal override {} // planted: access_control
}
