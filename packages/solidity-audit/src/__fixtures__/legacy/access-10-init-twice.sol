pragma solidity ^0.4.24;

contract Wallet {
    address[] signers;
    mapping(address => bool) isSigner;
    uint needed;

    function setup(address[] list, uint n) public { // planted: access_control
        for (uint i = 0; i < list.length; i++) {
            isSigner[list[i]] = true;
            signers.push(list[i]);
        }
        needed = n;
    }

    function pay(address to, uint sum) public {
        require(isSigner[msg.sender]);
        to.transfer(sum);
    }

    function() public payable {}
}
