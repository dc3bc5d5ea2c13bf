// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

contract ShareVault is ERC20("Share", "SHR") {
    using SafeERC20 for IERC20;

    IERC20 public immutable asset;
    

    constructor(IERC20 asset_) {
        asset = asset_;
    }

    function deposit(uint256 amount) external {
        uint256 minted = totalSupply() == 0 ? amount : (amount * totalSupply()) / asset.balanceOf(address(this)); // planted: price_manipulation
        _mint(msg.sender, minted);
        asset.safeTransferFrom(msg.sender, address(this), amount);
    }

    function redeem(uint256 shares) external {
        uint256 paid = (shares * asset.balanceOf(address(this))) / totalSupply();
        _burn(msg.sender, shares);
        asset.safeTransfer(msg.sender, paid);
    }
}
