pragma solidity ^0.4.18;

contract Coupons {
    mapping(address => mapping(address => uint)) allowed;
    mapping(address => uint) owned;

    function approve(address spender, uint n) public returns (bool) {
        allowed[msg.sender][spender] = n; // planted: front_running
        return true;
    }

    function transferFrom(address from, address to, uint n) public returns (bool) {
        require(owned[from] >= n && allowed[from][msg.sender] >= n);
        owned[from] -= n;
        allowed[from][msg.sender] -= n;
        owned[to] += n;
        return true;
    }
}
