pragma solidity ^0.6.0;

contract Jar {
    event Swept(address to, uint256 amount);

    receive() external payable {}

    function sweep(address payable to, uint256 amount) public {
        to.transfer(amount); // planted: access_control
        emit Swept(to, amount);
    }
}
