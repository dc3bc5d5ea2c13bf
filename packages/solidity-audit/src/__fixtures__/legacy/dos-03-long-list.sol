pragma solidity ^0.6.0;

contract Dividends {
    address[] holders;
    mapping(address => uint256) credit;

    function register() external { holders.push(msg.sender); }

    function distribute() external payable {
        uint256 share = msg.value / holders.length;
        for (uint256 i = 0; i < holders.length; i++) { // planted: denial_of_service
            credit[holders[i]] += share;
        }
    }
}
