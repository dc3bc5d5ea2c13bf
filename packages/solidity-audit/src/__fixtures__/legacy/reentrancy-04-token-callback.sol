pragma solidity ^0.6.0;

interface Receiver {
    function onPaid(uint256 amount) external;
}

contract Points {
    mapping(address => uint256) public balance;

    function buy() external payable {
        balance[msg.sender] += msg.value;
    }

    function give(address to, uint256 amount) external {
        require(balance[msg.sender] >= amount, "poor");
        Receiver(to).onPaid(amount); // planted: reentrancy
        balance[msg.sender] -= amount;
        balance[to] += amount;
    }
}
