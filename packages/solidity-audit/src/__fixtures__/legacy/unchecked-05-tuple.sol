pragma solidity ^0.8.0;

contract Tips {
    mapping(address => uint256) public tips;

    function tip(address to) external payable {
        tips[to] += msg.value;
    }

    function collect() external {
        uint256 sum = tips[msg.sender];
        tips[msg.sender] = 0;
        (, bytes memory answer) = payable(msg.sender).call{value: sum}(""); // planted: unchecked_low_level_calls
        emit Answer(answer);
    }

    event Answer(bytes data);
}
