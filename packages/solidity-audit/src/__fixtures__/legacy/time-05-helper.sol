pragma solidity ^0.4.22;

contract Window {
    uint opens;
    mapping(address => uint) deposits;

    function Window(uint t) public { opens = t; }

    function isOpen() public view returns (bool) {
        return block.timestamp >= opens; // planted: time_manipulation
    }

    function deposit() public payable { deposits[msg.sender] += msg.value; }

    function withdraw() public {
        require(isOpen());
        uint n = deposits[msg.sender];
        deposits[msg.sender] = 0;
        msg.sender.transfer(n);
    }
}
