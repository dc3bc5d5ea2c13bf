pragma solidity ^0.4.24;

contract Fee {
    address collector; // planted: other

    function pay() public payable {
        collector.transfer(msg.value);
    }
}
