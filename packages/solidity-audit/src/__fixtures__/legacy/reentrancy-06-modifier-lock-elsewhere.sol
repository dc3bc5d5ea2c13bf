pragma solidity ^0.7.0;

contract Pool {
    mapping(address => uint256) shares;
    uint256 totalShares;
    bool busy;

    modifier guarded() {
        require(!busy, "busy");
        busy = true;
        _;
        busy = false;
    }

    function join() external payable guarded {
        shares[msg.sender] += msg.value;
        totalShares += msg.value;
    }

    function exit() external {
        uint256 mine = shares[msg.sender];
        uint256 worth = address(this).balance * mine / totalShares;
        (bool ok, ) = msg.sender.call{value: worth}(""); // planted: reentrancy
        require(ok, "no");
        totalShares -= mine;
        delete shares[msg.sender];
    }
}
