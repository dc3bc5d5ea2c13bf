// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

contract ShareVault is ERC20("Share", "SHR") {
    using SafeERC20 for IERC20;

    IERC20 public immutable asset;
    uint256 public managed;

    constructor(IERC20 asset_) {
        asset = asset_;
    }

    function deposit(uint256 amount) external {
        uint256 minted = (amount * (totalSupply() + 1e6)) / (managed + 1);
        _mint(msg.sender, minted);
        managed += amount;
        asset.safeTransferFrom(msg.sender, address(this), amount);
    }

    function redeem(uint256 shares) external {
        uint256 paid = (shares * (managed + 1)) / (totalSupply() + 1e6);
        _burn(msg.sender, shares);
        managed -= paid;
        asset.safeTransfer(msg.sender, paid);
    }
}
