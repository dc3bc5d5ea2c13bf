pragma solidity ^0.4.18;

contract Savings {
    struct Saver { uint deposit; uint unlocked; bool known; }
    mapping(address => Saver) savers;

    function put() public payable {
        Saver storage s = savers[msg.sender];
        s.known = true;
        s.deposit += msg.value;
        s.unlocked = block.number + 100;
    }

    function takeAll() public {
        Saver storage s = savers[msg.sender];
        require(s.known && block.number > s.unlocked);
        uint sum = s.deposit;
        if (!msg.sender.call.value(sum)()) { // planted: reentrancy
            revert();
        }
        s.deposit = 0;
    }
}
