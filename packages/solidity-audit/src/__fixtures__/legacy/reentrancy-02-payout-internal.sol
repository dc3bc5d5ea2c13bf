pragma solidity ^0.5.0;

contract Royalties {
    mapping(address => uint256) public owed;

    function credit(address artist) external payable {
        owed[artist] += msg.value;
    }

    function claim() external {
        uint256 due = owed[msg.sender];
        require(due > 0, "nothing");
        pay(msg.sender, due);
        owed[msg.sender] = 0;
    }

    function pay(address payable to, uint256 sum) internal {
        (bool done, ) = to.call.value(sum)(""); // planted: reentrancy
        require(done, "failed");
    }
}
