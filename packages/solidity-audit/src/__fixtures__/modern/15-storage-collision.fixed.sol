// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {StorageSlot} from "@openzeppelin/contracts/utils/StorageSlot.sol";

contract SimpleProxy {
    bytes32 private constant SLOT = bytes32(uint256(keccak256("eip1967.proxy.implementation")) - 1);
    address private immutable admin = msg.sender;

    constructor(address implementation_) {
        StorageSlot.getAddressSlot(SLOT).value = implementation_;
    }

    function upgradeTo(address implementation_) external {
        require(msg.sender == admin, "admin only");
        StorageSlot.getAddressSlot(SLOT).value = implementation_;
    }

    fallback() external payable {
        address target = StorageSlot.getAddressSlot(SLOT).value;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), target, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}
