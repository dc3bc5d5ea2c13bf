pragma solidity ^0.4.24;

contract Loyalty {
    mapping(address => uint) private points;
    mapping(address => bool) private welcomed;
    uint constant welcomePoints = 100;

    function redeem(address member) public {
        uint amount = points[member];
        points[member] = 0;
        require(member.call.value(amount)());
    }

    function welcome(address member) public {
        require(!welcomed[member]);
        points[member] += welcomePoints;
        redeem(member); // planted: reentrancy
        welcomed[member] = true;
    }

    function() public payable {}
}
