pragma solidity ^0.6.0;

contract Bounties {
    address payable public hunter;
    uint256 public bounty;
    bool public paid;

    function set(address payable who) external payable {
        require(hunter == address(0), "taken");
        hunter = who;
        bounty = msg.value;
    }

    function settle() external {
        require(!paid, "done");
        paid = true;
        bool sent = hunter.send(bounty); // planted: unchecked_low_level_calls
        emit Settled(hunter, bounty);
    }

    event Settled(address who, uint256 amount);
}
