// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @dev The cheatcodes of forge that these tests use.
interface Vm {
    function prank(address sender) external;
    function expectRevert(bytes4 selector) external;
    function expectRevert(bytes calldata data) external;
    function expectEmit(bool topic1, bool topic2, bool topic3, bool data, address emitter) external;
    function assume(bool condition) external pure;
    function deal(address account, uint256 balance) external;
    function warp(uint256 timestamp) external;
    function etch(address target, bytes calldata code) external;
}

/// @dev What every test contract needs: forge itself, and checks that say what failed.
abstract contract Checks {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    error Different(string what);

    function same(uint256 a, uint256 b, string memory what) internal pure {
        if (a != b) revert Different(what);
    }

    function same(address a, address b, string memory what) internal pure {
        if (a != b) revert Different(what);
    }

    function same(string memory a, string memory b, string memory what) internal pure {
        if (keccak256(bytes(a)) != keccak256(bytes(b))) revert Different(what);
    }

    function check(bool isTrue, string memory what) internal pure {
        if (!isTrue) revert Different(what);
    }

    /// @dev An address at which nothing but a wallet can be.
    function isWallet(address account) internal view returns (bool) {
        return uint160(account) > 0xffff && account != address(vm) && account.code.length == 0;
    }
}
