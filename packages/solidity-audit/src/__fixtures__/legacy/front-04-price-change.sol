pragma solidity ^0.5.0;

contract Seller {
    address payable owner = msg.sender;
    uint256 public price = 1 ether;
    mapping(address => uint256) public owned;

    function setPrice(uint256 p) external {
        require(msg.sender == owner, "owner");
        price = p;
    }

    function buy() external payable {
        owned[msg.sender] += msg.value / price; // planted: front_running
    }
}
