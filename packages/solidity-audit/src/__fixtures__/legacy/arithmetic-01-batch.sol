pragma solidity ^0.4.18;

contract Airdropper {
    mapping(address => uint256) balances;

    function Airdropper() public { balances[msg.sender] = 1000000; }

    function multiSend(address[] to, uint256 each) public {
        uint256 total = to.length * each; // planted: arithmetic
        require(balances[msg.sender] >= total);
        balances[msg.sender] -= total;
        for (uint256 i = 0; i < to.length; i++) balances[to[i]] += each;
    }
}
