pragma solidity ^0.6.0;

contract Loot {
    mapping(address => uint256[]) items;

    function open() external payable {
        require(msg.value == 0.1 ether, "price");
        items[msg.sender].push(rnd(1000));
    }

    function rnd(uint256 max) private view returns (uint256) {
        return uint256(keccak256(abi.encode(block.difficulty, block.timestamp, items[msg.sender].length))) % max; // planted: bad_randomness
    }
}
