pragma solidity ^0.5.0;

contract Campaign {
    uint256 public raised;

    function support() external payable { raised += msg.value; }

    function close(address payable to) external {
        selfdestruct(to); // planted: access_control
    }
}
