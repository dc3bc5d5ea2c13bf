pragma solidity ^0.4.24;

contract Purse {
    address holder;

    constructor() public payable { holder = msg.sender; }

    modifier onlyHolder {
        require(tx.origin == holder); // planted: access_control
        _;
    }

    function spend(address to, uint sum) public onlyHolder {
        to.transfer(sum);
    }
}
