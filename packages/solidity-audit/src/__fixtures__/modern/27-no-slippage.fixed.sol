// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

interface IRouter {
    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external returns (uint256[] memory amounts);
}

contract Buyer {
    using SafeERC20 for IERC20;

    IRouter public immutable router;
    IERC20 public immutable from;
    IERC20 public immutable into;

    constructor(IRouter router_, IERC20 from_, IERC20 into_) {
        router = router_;
        from = from_;
        into = into_;
        from_.forceApprove(address(router_), type(uint256).max);
    }

    function convert(uint256 amount, uint256 least, uint256 deadline) external {
        address[] memory path = new address[](2);
        path[0] = address(from);
        path[1] = address(into);
        from.safeTransferFrom(msg.sender, address(this), amount);
        router.swapExactTokensForTokens(amount, least, path, msg.sender, deadline);
    }
}
