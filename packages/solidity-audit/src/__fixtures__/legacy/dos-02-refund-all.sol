pragma solidity ^0.5.0;

contract Presale {
    address payable[] buyers;
    mapping(address => uint256) paid;
    address owner = msg.sender;

    function buy() external payable {
        buyers.push(msg.sender);
        paid[msg.sender] += msg.value;
    }

    function refundAll() external {
        require(msg.sender == owner, "owner");
        for (uint256 i = 0; i < buyers.length; i++) {
            buyers[i].transfer(paid[buyers[i]]); // planted: denial_of_service
        }
    }
}
