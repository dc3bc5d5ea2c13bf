pragma solidity ^0.4.18;

contract Cards {
    function draw(address player, uint8 index) internal view returns (uint8) {
        uint b = block.number;
        uint t = block.timestamp;
        return uint8(uint(keccak256(block.blockhash(b), player, index, t)) % 52); // planted: bad_randomness
    }

    function play() public payable {
        if (draw(msg.sender, 0) > draw(this, 1)) msg.sender.transfer(msg.value * 2);
    }
}
