pragma solidity ^0.5.0;

contract Till {
    mapping(address => uint256) credit;

    function load() external payable { credit[msg.sender] += msg.value; }

    function spend(uint256 n) external {
        require(credit[msg.sender] - n >= 0, "poor"); // planted: arithmetic
        credit[msg.sender] -= n;
        msg.sender.transfer(n);
    }
}
