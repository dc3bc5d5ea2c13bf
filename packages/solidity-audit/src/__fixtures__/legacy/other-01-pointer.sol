pragma solidity ^0.4.18;

contract Board {
    address owner = msg.sender;
    struct Note { bytes32 title; address by; }
    mapping(uint => Note) notes;
    uint count;

    function post(bytes32 title) public {
        Note note; // planted: other
        note.title = title;
        note.by = msg.sender;
        notes[count++] = note;
    }
}
