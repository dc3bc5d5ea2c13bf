// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Puzzle {
    bytes32 public immutable answerHash;
    mapping(address => bytes32) public commitments;
    mapping(address => uint256) public committedAt;
    bool public isSolved;

    constructor(bytes32 answerHash_) payable {
        answerHash = answerHash_;
    }

    function commit(bytes32 commitment) external {
        commitments[msg.sender] = commitment;
        committedAt[msg.sender] = block.number;
    }

    function solve(string calldata answer) external {
        require(!isSolved, "solved");
        require(keccak256(bytes(answer)) == answerHash, "wrong");
        require(commitments[msg.sender] == keccak256(abi.encode(msg.sender, answer)), "not committed");
        require(block.number > committedAt[msg.sender], "too early");
        isSolved = true;
        (bool ok, ) = msg.sender.call{value: address(this).balance}("");
        require(ok, "failed");
    }
}
