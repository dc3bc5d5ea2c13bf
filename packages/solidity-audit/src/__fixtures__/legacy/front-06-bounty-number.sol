pragma solidity ^0.6.0;

contract Factor {
    uint256 public composite;
    bool solved;

    constructor(uint256 n) public payable { composite = n; }

    function submit(uint256 p, uint256 q) external {
        require(!solved && p > 1 && q > 1 && p * q == composite, "wrong");
        solved = true;
        msg.sender.transfer(address(this).balance); // planted: front_running
    }
}
