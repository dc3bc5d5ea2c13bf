pragma solidity ^0.5.0;

contract Safe {
    address payable owner;
    address payable heir;

    constructor(address payable h) public payable { owner = msg.sender; heir = h; }

    function inherit() public {
        require(msg.sender != owner || msg.sender != heir, "not yours");
        msg.sender.transfer(address(this).balance); // planted: access_control
    }
}
