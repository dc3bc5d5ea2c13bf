/** A bank that the auditor finds two weaknesses in. */
export const vulnerableBank = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Bank {
    mapping(address => uint256) public balances;
    address public owner = msg.sender;

    function deposit() external payable {
        balances[msg.sender] += msg.value;
    }

    function withdraw() external {
        (bool sent, ) = msg.sender.call{value: balances[msg.sender]}("");
        require(sent, "not sent");
        balances[msg.sender] = 0;
    }

    function close(address payable heir) external {
        require(tx.origin == owner, "not the owner");
        selfdestruct(heir);
    }
}
`;
