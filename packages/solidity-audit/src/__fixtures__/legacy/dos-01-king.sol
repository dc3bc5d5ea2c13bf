pragma solidity ^0.4.24;

contract Throne {
    address king;
    uint price;

    function claim() public payable {
        require(msg.value > price);
        king.transfer(price); // planted: denial_of_service
        king = msg.sender;
        price = msg.value;
    }
}
