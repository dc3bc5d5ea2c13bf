pragma solidity ^0.4.24;

contract Coin {
    function flip(bool heads) public payable {
        uint256 r = uint256(blockhash(block.number - 1)); // planted: bad_randomness
        bool side = r / 57896044618658097711785492504343953926634992332820282019728792003956564819968 == 1;
        if (side == heads) msg.sender.transfer(msg.value * 2);
    }
    function() public payable {}
}
