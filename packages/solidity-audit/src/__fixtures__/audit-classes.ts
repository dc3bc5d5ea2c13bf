/** Contracts for the rules that come from published audits: code with the weakness, and how to mend it. */
export interface AuditClass {
  rule: string;
  code: string;
  /** What to replace in the code, and with what. */
  fix: [from: string, to: string];
}

const owned = `address owner = msg.sender;
  modifier onlyOwner() { require(msg.sender == owner); _; }`;
const token =
  "interface Token { function transferFrom(address from, address to, uint256 amount) external returns (bool); function transfer(address to, uint256 amount) external returns (bool); }";

export const auditClasses: AuditClass[] = [
  {
    rule: "unequal-caller-checks",
    code: `contract Badges { ${owned} mapping(address => bool) members; mapping(bytes32 => address) badges; uint256 count;
  function admit(address who) external onlyOwner { members[who] = true; }
  function issue(bytes32 name) external { require(members[msg.sender]); _issue(msg.sender, name); }
  function issueMany(bytes32[] calldata names) external { _issue(msg.sender, names[0]); }
  function _issue(address to, bytes32 name) internal { badges[name] = to; count++; } }`,
    fix: [
      "{ _issue(msg.sender, names[0]); }",
      "{ require(members[msg.sender]); _issue(msg.sender, names[0]); }",
    ],
  },
  {
    rule: "unequal-pause-checks",
    code: `contract Meter { ${owned} bool paused; uint256 index; uint256 rate;
  function pause() external onlyOwner { paused = true; }
  function tick() external { require(!paused); _accrue(); }
  function setRate(uint256 next) external onlyOwner { _accrue(); rate = next; }
  function _accrue() internal { index += rate; } }`,
    fix: ["onlyOwner { _accrue(); rate", "onlyOwner { require(!paused); _accrue(); rate"],
  },
  {
    rule: "open-list",
    code: `contract Nodes { ${owned} address[] nodes; uint256 fee;
  function setFee(uint256 next) external onlyOwner { fee = next; }
  function register() external { nodes.push(msg.sender); }
  function all() external view returns (address[] memory) { return nodes; } }`,
    fix: ["function register() external {", "function register() external onlyOwner {"],
  },
  {
    rule: "arbitrary-from",
    code: `${token} contract Till { function pay(Token coin, address payer, address shop, uint256 amount) external {
  require(coin.transferFrom(payer, shop, amount)); } }`,
    fix: ["transferFrom(payer,", "transferFrom(msg.sender,"],
  },
  {
    rule: "claim-for-others",
    code: `${token} contract Drop { Token coin; bytes32 root; mapping(bytes32 => bool) used;
  constructor(Token given, bytes32 start) { coin = given; root = start; }
  function claim(address account, uint256 amount, bytes32 sibling) external {
    bytes32 leaf = keccak256(abi.encode(account, amount)); require(!used[leaf]);
    require(keccak256(abi.encode(leaf, sibling)) == root); used[leaf] = true;
    require(coin.transfer(account, amount)); } }`,
    fix: ["require(!used[leaf]);", "require(!used[leaf]); require(msg.sender == account);"],
  },
  {
    rule: "partial-deny-list",
    code: `contract Coin { mapping(address => bool) blocked; mapping(address => uint256) balances;
  mapping(address => mapping(address => uint256)) allowed;
  modifier open(address who) { require(!blocked[who]); _; }
  function transfer(address to, uint256 amount) external open(msg.sender) { balances[msg.sender] -= amount; balances[to] += amount; }
  function transferFrom(address from, address to, uint256 amount) external open(from) {
    allowed[from][msg.sender] -= amount; balances[from] -= amount; balances[to] += amount; } }`,
    fix: ["external open(from) {", "external open(from) { require(!blocked[msg.sender]);"],
  },
  {
    rule: "check-off-by-default",
    code: `contract Gate { ${owned} bool enforced; mapping(address => bool) listed;
  function enforce(bool on) external onlyOwner { enforced = on; }
  function passes(address who) external view returns (bool) { return !enforced || listed[who]; } }`,
    fix: ["bool enforced;", "bool enforced = true;"],
  },
  {
    rule: "loop-over-growing-list",
    code: `contract Roster { ${owned} address[] admins; uint256 round;
  function add(address who) external onlyOwner { admins.push(who); }
  function next() external { for (uint256 i = 0; i < admins.length; i++) if (admins[i] == msg.sender) round++; } }`,
    fix: ["{ admins.push(who); }", "{ require(admins.length < 20); admins.push(who); }"],
  },
  {
    rule: "batch-fails-together",
    code: `interface Desk { function report(uint256 id) external; }
contract Reporter { Desk immutable desk; constructor(Desk given) { desk = given; }
  function reportAll(uint256[] calldata ids) external { for (uint256 i = 0; i < ids.length; i++) { desk.report(ids[i]); } } }`,
    fix: ["desk.report(ids[i]);", "try desk.report(ids[i]) {} catch {}"],
  },
  {
    rule: "swallowed-failure",
    code: `contract Payer { event Failed(address to); mapping(address => uint256) owed;
  function leave() external { uint256 due = owed[msg.sender]; owed[msg.sender] = 0; send(msg.sender, due); }
  function send(address to, uint256 amount) internal { (bool ok, ) = to.call{value: amount}(""); if (!ok) { emit Failed(to); return; } } }`,
    fix: ["emit Failed(to); return;", "owed[to] += amount; emit Failed(to); return;"],
  },
  {
    rule: "implementation-without-code-check",
    code: `contract Proxy { ${owned} bytes32 constant IMPLEMENTATION_SLOT = bytes32(uint256(keccak256("eip1967.proxy.implementation")) - 1);
  function upgradeTo(address newImplementation) external onlyOwner { bytes32 IMPLEMENTATION = IMPLEMENTATION_SLOT; assembly { sstore(IMPLEMENTATION, newImplementation) } } }`,
    fix: ["onlyOwner { bytes32", "onlyOwner { require(newImplementation.code.length > 0); bytes32"],
  },
  {
    rule: "open-first-implementation",
    code: `contract Shell { bool done; bytes32 constant IMPLEMENTATION_SLOT = bytes32(uint256(keccak256("eip1967.proxy.implementation")) - 1); ${owned}
  function start(address newImplementation) external { require(!done); require(newImplementation.code.length > 0); done = true; bytes32 IMPLEMENTATION = IMPLEMENTATION_SLOT; assembly { sstore(IMPLEMENTATION, newImplementation) } } }`,
    fix: [
      "start(address newImplementation) external {",
      "start(address newImplementation) external onlyOwner {",
    ],
  },
  {
    rule: "registered-without-code-check",
    code: `contract Registry { ${owned} mapping(bytes4 => address) implementations;
  function add(bytes4 selector, address implementation) external onlyOwner { implementations[selector] = implementation; } }`,
    fix: [
      "onlyOwner { implementations",
      "onlyOwner { require(implementation.code.length > 0); implementations",
    ],
  },
  {
    rule: "constructor-of-upgradeable",
    code: `abstract contract Initializable { bool private _initialized; modifier initializer() { require(!_initialized); _initialized = true; _; } }
contract Treasury is Initializable { address keeper; constructor(address first) { keeper = first; } }`,
    fix: ["constructor(address first)", "function initialize(address first) external initializer"],
  },
  {
    rule: "unvalidated-settings",
    code: `contract Window { uint256 immutable size; uint256 last; constructor(uint256 given) { size = given; }
  function step() external { require(block.number % size == 0); last = block.number; } }`,
    fix: ["{ size = given; }", "{ require(given > 1); size = given; }"],
  },
  {
    rule: "zero-duration",
    code: `contract Locks { mapping(address => uint256) ends;
  function lock(uint256 numWeeks) external { require(numWeeks <= 104); ends[msg.sender] = block.timestamp + numWeeks * 1 weeks; } }`,
    fix: ["require(numWeeks <= 104);", "require(numWeeks <= 104); if (numWeeks < 1) revert();"],
  },
  {
    rule: "salt-without-caller",
    code: `contract Wallet { address owner; constructor() {} function start(address first) external { require(owner == address(0)); owner = first; } }
contract Factory { function deploy(bytes32 salt, address first) external returns (Wallet made) { made = new Wallet{salt: salt}(); made.start(first); } }`,
    fix: [
      "{ made = new Wallet{salt: salt}();",
      "{ bytes32 bound = keccak256(abi.encode(msg.sender, salt)); made = new Wallet{salt: bound}();",
    ],
  },
  {
    rule: "foreign-lock",
    code: `contract Faucet { mapping(address => uint256) last; mapping(address => uint256) given;
  function claim(address witness) external { require(block.timestamp > last[msg.sender] + 1 days); require(block.timestamp > last[witness] + 1 days);
    last[msg.sender] = block.timestamp; last[witness] = block.timestamp; given[msg.sender]++; } }`,
    fix: ["last[witness] = block.timestamp; ", ""],
  },
  {
    rule: "decode-can-revert",
    code: `contract Auth { struct Grant { address to; bytes proof; }
  function check(bytes calldata data) external pure returns (address) { if (data.length < 64) { return address(0); }
    Grant memory found = abi.decode(data, (Grant)); return found.to; } }`,
    fix: ["{ return address(0); }", "revert();"],
  },
  {
    rule: "account-signature-without-domain",
    code: `library Keys { function recover(bytes32 hash, bytes memory signature) internal pure returns (address) {
    (bytes32 r, bytes32 s, uint8 v) = abi.decode(signature, (bytes32, bytes32, uint8)); return ecrecover(hash, v, r, s); } }
contract Account { ${owned} function isValidSignature(bytes32 hash, bytes memory signature) external view returns (bytes4) {
    address signer = Keys.recover(hash, signature); return signer != address(0) && signer == owner ? bytes4(0x1626ba7e) : bytes4(0); } }`,
    fix: ["Keys.recover(hash,", "Keys.recover(keccak256(abi.encode(address(this), block.chainid, hash)),"],
  },
  {
    rule: "signature-replay",
    code: `contract Orders { ${owned} mapping(uint256 => uint256) status; mapping(uint256 => uint256) price;
  function update(uint256 order, uint256 next, uint8 v, bytes32 r, bytes32 s) external {
    address signer = ecrecover(keccak256(abi.encode(address(this), block.chainid, next)), v, r, s); require(signer != address(0));
    require(signer == owner); require(status[order] != 2); status[order] = 1; price[order] = next; } }`,
    fix: [
      "abi.encode(address(this), block.chainid, next)",
      "abi.encode(address(this), block.chainid, next, order, price[order])",
    ],
  },
  {
    rule: "unequal-array-lengths",
    code: `contract Scores { ${owned} mapping(address => uint256) score;
  function set(address[] calldata players, uint256[] calldata points) external onlyOwner {
    for (uint256 i = 0; i < players.length; i++) score[players[i]] = points[i]; } }`,
    fix: ["onlyOwner {\n    for", "onlyOwner {\n    require(players.length == points.length);\n    for"],
  },
  {
    rule: "divide-before-multiply",
    code: `contract Rewards { mapping(address => uint256) owed; uint256 total = 7; uint256 rate = 3;
  function accrue(uint256 stake) external { uint256 share = stake / total; owed[msg.sender] = share * rate; } }`,
    fix: [
      "uint256 share = stake / total; owed[msg.sender] = share * rate;",
      "owed[msg.sender] = (stake * rate) / total;",
    ],
  },
  {
    rule: "fee-on-transfer",
    code: `${token} interface Counted is Token { function balanceOf(address who) external view returns (uint256); }
contract Safe { mapping(Counted => mapping(address => uint256)) held;
  function put(Counted coin, uint256 amount) external {
    require(coin.transferFrom(msg.sender, address(this), amount)); held[coin][msg.sender] += amount; }
  function take(Counted coin, uint256 amount) external {
    held[coin][msg.sender] -= amount; require(coin.transfer(msg.sender, amount)); } }`,
    fix: [
      "require(coin.transferFrom(msg.sender, address(this), amount)); held[coin][msg.sender] += amount;",
      "uint256 before = coin.balanceOf(address(this)); require(coin.transferFrom(msg.sender, address(this), amount)); held[coin][msg.sender] += coin.balanceOf(address(this)) - before;",
    ],
  },
  {
    rule: "zero-shares",
    code: `${token} contract Pool { Token coin; mapping(address => uint256) shares; uint256 totalShares = 1; uint256 totalAssets = 1;
  constructor(Token given) { coin = given; }
  function deposit(uint256 amount) external {
    uint256 minted = amount * totalShares / totalAssets;
    shares[msg.sender] += minted; totalShares += minted; totalAssets += amount;
    require(coin.transferFrom(msg.sender, address(this), amount)); } }`,
    fix: ["totalAssets;\n", "totalAssets;\n    require(minted > 0);\n"],
  },
  {
    rule: "rounding-against-the-pool",
    code: `${token} contract Pool { Token coin; mapping(address => uint256) shares; uint256 totalShares = 1; uint256 totalAssets = 1;
  constructor(Token given) { coin = given; }
  function withdraw(uint256 amount) external {
    uint256 burned = amount * totalShares / totalAssets;
    shares[msg.sender] -= burned; totalShares -= burned; totalAssets -= amount;
    require(coin.transfer(msg.sender, amount)); } }`,
    fix: ["amount * totalShares / totalAssets", "(amount * totalShares + totalAssets - 1) / totalAssets"],
  },
  {
    rule: "missing-storage-gap",
    code: `abstract contract Initializable { modifier initializer() { _; } }
abstract contract Fees is Initializable { uint256 fee; }
contract Shop is Fees { uint256 sold; function sell() external { sold += fee; } }`,
    fix: ["uint256 fee; }", "uint256 fee; uint256[49] private __gap; }"],
  },
  {
    rule: "parent-not-initialised",
    code: `abstract contract Initializable { bool done; modifier initializer() { require(!done); done = true; _; } uint256[50] private __gap; }
abstract contract Limits is Initializable { uint256 limit; uint256[50] private __gap; function __Limits_init() internal { limit = 10; } }
contract Shop is Limits { address boss; function initialize(address first) external initializer { boss = first; } }`,
    fix: ["{ boss = first; }", "{ __Limits_init(); boss = first; }"],
  },
  {
    rule: "locked-ether",
    code: `contract Jar { ${owned} uint256 count; function pay() external payable { count++; }
  function close() external onlyOwner { count = 0; } }`,
    fix: ["{ count = 0; }", "{ count = 0; payable(owner).transfer(address(this).balance); }"],
  },
  {
    rule: "relayed-call-without-gas",
    code: `contract Relay { mapping(address => uint256) nonces;
  function relay(address from, address to, bytes calldata data, uint8 v, bytes32 r, bytes32 s) external {
    bytes32 digest = keccak256(abi.encode(block.chainid, address(this), from, to, data, nonces[from]));
    address signer = ecrecover(digest, v, r, s);
    require(signer != address(0) && signer == from); nonces[from]++;
    (bool ok, ) = to.call(data); emit Relayed(ok); }
  event Relayed(bool ok); }`,
    fix: ["emit Relayed(ok); }", "require(ok); emit Relayed(ok); }"],
  },
  {
    rule: "no-deadline",
    code: `interface Router { function swapExact(uint256 amountIn, uint256 amountOutMin, uint256 deadline) external; }
contract Trader { Router router; constructor(Router given) { router = given; }
  function trade(uint256 amount, uint256 least, uint256 until) external { require(until > 0); router.swapExact(amount, least, block.timestamp); } }`,
    fix: ["least, block.timestamp", "least, until"],
  },
  {
    rule: "stale-price",
    code: `interface Feed { function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80); }
contract Loans { Feed feed; constructor(Feed given) { feed = given; }
  function worth(uint256 amount) external view returns (uint256) {
    (, int256 answer, , uint256 updatedAt, ) = feed.latestRoundData(); require(answer > 0); return amount * uint256(answer); } }`,
    fix: ["require(answer > 0);", "require(answer > 0 && updatedAt + 1 hours > block.timestamp);"],
  },
];
