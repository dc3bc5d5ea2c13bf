pragma solidity ^0.4.24;

contract Queue {
    struct Job { address who; bytes data; }
    Job[] jobs;

    function add(bytes data) public { jobs.push(Job(msg.sender, data)); }

    function reset() public {
        delete jobs; // planted: denial_of_service
    }
}
