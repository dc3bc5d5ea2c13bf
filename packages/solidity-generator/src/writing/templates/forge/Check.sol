// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

interface Vm {
    function prank(address sender) external;
    function warp(uint256 timestamp) external;
    function deal(address account, uint256 amount) external;
    function expectRevert() external;
    function assume(bool condition) external pure;
}

/// @dev Cheatcodes, and checks that say what failed.
abstract contract Check {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    address internal constant alice = address(0xA11CE0000);
    address internal constant bob = address(0xB0B0000);
    address internal constant carol = address(0xCA401000);

    error Failed(string what);

    receive() external payable {}

    function check(bool isTrue, string memory what) internal pure {
        if (!isTrue) revert Failed(what);
    }

    function bound(uint256 value, uint256 low, uint256 high) internal pure returns (uint256) {
        return low + value % (high - low + 1);
    }

    /// @dev Says whether a call goes through.
    function works(address from, address target, uint256 value, bytes memory data) internal returns (bool isDone) {
        vm.prank(from);
        (isDone, ) = target.call{value: value}(data);
    }
}
