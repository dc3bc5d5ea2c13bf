pragma solidity ^0.4.24;

contract Later {
    mapping(address => uint) chosenBlock;
    mapping(address => uint8) number;

    function choose(uint8 n) public payable {
        require(msg.value == 1 ether);
        chosenBlock[msg.sender] = block.number + 1;
        number[msg.sender] = n;
    }

    function resolve() public {
        require(block.number > chosenBlock[msg.sender]);
        uint8 drawn = uint8(blockhash(chosenBlock[msg.sender])); // planted: bad_randomness
        if (drawn == number[msg.sender]) msg.sender.transfer(2 ether);
    }
}
