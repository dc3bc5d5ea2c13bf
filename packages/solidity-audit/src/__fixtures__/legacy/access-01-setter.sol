pragma solidity ^0.4.18;

contract Treasury {
    address private boss;

    function Treasury() public { boss = msg.sender; }

    function setBoss(address next) public { // planted: access_control
        boss = next;
    }

    function empty() public {
        require(msg.sender == boss);
        msg.sender.transfer(this.balance);
    }

    function() public payable {}
}
