pragma solidity ^0.6.0;

contract Vault {
    mapping(address => uint256) public amounts;
    mapping(address => uint256) public releaseAt;

    function lock() external payable {
        amounts[msg.sender] += msg.value;
        releaseAt[msg.sender] = now + 30 days;
    }

    function extend(uint256 extraSeconds) external {
        releaseAt[msg.sender] += extraSeconds; // planted: arithmetic
    }

    function release() external {
        require(now >= releaseAt[msg.sender], "locked");
        uint256 n = amounts[msg.sender];
        amounts[msg.sender] = 0;
        msg.sender.transfer(n);
    }
}
