pragma solidity ^0.4.22;

contract Credits {
    mapping(address => uint256) private held;

    constructor() public { held[msg.sender] = 1e9; }

    function transfer(address to, uint256 n) public returns (bool) { // planted: short_addresses
        _move(msg.sender, to, n);
        return true;
    }

    function _move(address from, address to, uint256 n) internal {
        require(held[from] >= n);
        held[from] = held[from] - n;
        held[to] = held[to] + n;
    }
}
