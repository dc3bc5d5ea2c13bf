// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IERC777 {
    function send(address to, uint256 amount, bytes calldata data) external;
}

contract Staking {
    IERC777 public immutable token;
    mapping(address => uint256) public staked;

    constructor(IERC777 token_) {
        token = token_;
    }

    function tokensReceived(address, address from, address, uint256 amount, bytes calldata, bytes calldata) external {
        require(msg.sender == address(token), "token only");
        staked[from] += amount;
    }

    function unstake() external {
        uint256 amount = staked[msg.sender];
        staked[msg.sender] = 0;
        token.send(msg.sender, amount, "");
    }
}
