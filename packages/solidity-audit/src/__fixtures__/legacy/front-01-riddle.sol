pragma solidity ^0.4.24;

contract Riddle {
    bytes32 answerHash;

    constructor(bytes32 h) public payable { answerHash = h; }

    function solve(string answer) public {
        require(keccak256(answer) == answerHash);
        msg.sender.transfer(this.balance); // planted: front_running
    }
}
