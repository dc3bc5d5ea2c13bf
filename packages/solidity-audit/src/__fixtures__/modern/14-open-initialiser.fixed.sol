// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";

contract VaultLogic is Initializable {
    address public owner;

    constructor() {
        _disableInitializers();
    }

    function initialize(address owner_) external initializer {
        owner = owner_;
    }

    function sweep(address payable to) external {
        require(msg.sender == owner, "owner only");
        to.transfer(address(this).balance);
    }

    receive() external payable {}
}
