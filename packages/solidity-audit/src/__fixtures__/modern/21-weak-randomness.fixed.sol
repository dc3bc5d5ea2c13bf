// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Raffle {
    address[] public players;
    address public immutable oracle;
    uint256 public constant MAX_PLAYERS = 100;

    constructor(address oracle_) {
        oracle = oracle_;
    }

    function enter() external payable {
        require(msg.value == 0.1 ether && players.length < MAX_PLAYERS, "refused");
        players.push(msg.sender);
    }

    function draw(uint256 random) external {
        require(msg.sender == oracle && players.length > 0, "oracle only");
        address winner = players[random % players.length];
        (bool ok, ) = winner.call{value: address(this).balance}("");
        require(ok, "failed");
    }
}
