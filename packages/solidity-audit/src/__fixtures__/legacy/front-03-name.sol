pragma solidity ^0.5.0;

contract Names {
    mapping(bytes32 => address) public ownerOf;

    function register(bytes32 name) external payable {
        require(msg.value == 0.1 ether, "fee");
        require(ownerOf[name] == address(0), "taken");
        ownerOf[name] = msg.sender; // planted: front_running
    }
}
