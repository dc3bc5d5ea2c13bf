pragma solidity ^0.5.0;

contract Coin {
    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;

    constructor() public { balanceOf[msg.sender] = totalSupply = 1e24; }

    function transfer(address to, uint256 n) public {
        require(balanceOf[msg.sender] >= n && balanceOf[to] + n >= n, "poor");
        balanceOf[msg.sender] -= n;
        balanceOf[to] += n;
    }

    function burnFrom(address from, uint256 n) public {
        require(balanceOf[from] >= n, "poor");
        balanceOf[from] -= n; // planted: access_control
        totalSupply -= n;
    }
}
