/** The file `test/Check.sol`, which a model's tests build on: cheatcodes and assertions. */
export const checkFile = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 timestamp) external;
    function roll(uint256 blockNumber) external;
    function deal(address account, uint256 amount) external;
    function expectRevert() external;
    function expectRevert(bytes4 error) external;
    function assume(bool condition) external pure;
}

abstract contract Check {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address internal constant alice = address(0xA11CE0000);
    address internal constant bob = address(0xB0B0000);

    error Failed(string what);
    error NotEqual(uint256 actual, uint256 expected, string what);

    receive() external payable {}

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function check(bool isTrue, string memory what) internal pure {
        if (!isTrue) revert Failed(what);
    }

    function checkEqual(uint256 actual, uint256 expected, string memory what) internal pure {
        if (actual != expected) revert NotEqual(actual, expected, what);
    }
}
`;
