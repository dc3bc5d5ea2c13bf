pragma solidity ^0.5.0;

contract Registry {
    mapping(address => bool) public editors;
    mapping(bytes32 => string) entries;

    constructor() public { editors[msg.sender] = true; }

    modifier onlyEditor() {
        require(editors[msg.sender], "editor");
        _;
    }

    function addEditor(address who) external {
        editors[who] = true; // planted: access_control
    }

    function write(bytes32 key, string calldata text) external onlyEditor {
        entries[key] = text;
    }
}
