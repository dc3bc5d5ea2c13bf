pragma solidity ^0.4.19;

contract Ponzi {
    struct Entry { address who; uint sum; }
    Entry[] entries;
    uint next;

    function() public payable {
        entries.push(Entry(msg.sender, msg.value));
        while (next < entries.length && this.balance >= entries[next].sum * 2) {
            entries[next].who.send(entries[next].sum * 2); // planted: unchecked_low_level_calls
            next++;
        }
    }
}
