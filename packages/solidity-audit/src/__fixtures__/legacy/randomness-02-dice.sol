pragma solidity ^0.5.0;

contract Dice {
    uint256 nonce;

    function roll(uint256 bet) external payable returns (uint256 side) {
        nonce++;
        side = uint256(keccak256(abi.encodePacked(now, msg.sender, nonce))) % 6 + 1; // planted: bad_randomness
        if (side == bet) msg.sender.transfer(address(this).balance / 10);
    }
}
