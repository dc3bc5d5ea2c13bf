pragma solidity ^0.4.20;

contract Lists {
    uint public unlockedAt;
    uint[] saved;

    function keep(uint a) public {
        uint[] list; // planted: other
        list.push(a);
        saved = list;
    }
}
