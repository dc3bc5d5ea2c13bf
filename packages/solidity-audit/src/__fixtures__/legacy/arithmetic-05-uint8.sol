pragma solidity ^0.4.24;

contract Tally {
    mapping(address => uint8) public votes;
    uint public winnerVotes;

    function vote(address candidate) public {
        votes[candidate] += 1; // planted: arithmetic
    }
}
