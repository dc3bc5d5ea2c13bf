import { type ContractPlan, has, settingOf } from "../../plan.ts";
import { toDuration, toEther, type WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract, pausing, useToken } from "./template-parts.ts";

export function writeCrowdsale(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "TokenSale");
  const token = useToken(plan, name);
  const pause = pausing(plan);
  const { settings } = plan;
  const { duration = 0 } = settings;
  const rate = settingOf(plan, "rate");
  const hasEnd = has(plan, "duration");
  const hasSoftCap = has(plan, "softCap");
  const hasHardCap = has(plan, "hardCap");
  const hasMinimum = has(plan, "minimum");
  const hasMaximum = has(plan, "maximum");
  const hasWhitelist = has(plan, "whitelist");
  const keepsAccounts = hasMaximum || hasSoftCap;
  const constants = [
    `    uint256 public constant RATE = ${rate};`,
    hasHardCap && `    uint256 public constant HARD_CAP = ${toEther(settings.hardCap ?? "0")};`,
    hasSoftCap && `    uint256 public constant SOFT_CAP = ${toEther(settings.softCap ?? "0")};`,
    hasMinimum && `    uint256 public constant MINIMUM = ${toEther(settings.minimum ?? "0")};`,
    hasMaximum && `    uint256 public constant MAXIMUM = ${toEther(settings.maximum ?? "0")};`,
    hasEnd && "    uint256 public immutable endsAt;",
    "    uint256 public raised;",
    keepsAccounts && "    mapping(address buyer => uint256 paid) public contributions;",
    hasSoftCap && "    mapping(address buyer => uint256 tokens) public purchased;",
    hasSoftCap && "    uint256 public owed;",
    hasWhitelist && "    mapping(address buyer => bool) public isWhitelisted;",
  ].filter(Boolean);
  const checks = [
    "        if (msg.value == 0) revert NothingSent();",
    hasEnd && "        if (block.timestamp >= endsAt) revert SaleEnded();",
    hasWhitelist && "        if (!isWhitelisted[msg.sender]) revert NotWhitelisted();",
    hasMinimum && "        if (msg.value < MINIMUM) revert BelowMinimum();",
    "        raised += msg.value;",
    hasHardCap && "        if (raised > HARD_CAP) revert HardCapExceeded();",
    keepsAccounts && "        contributions[msg.sender] += msg.value;",
    hasMaximum && "        if (contributions[msg.sender] > MAXIMUM) revert AboveMaximum();",
  ].filter(Boolean);
  const errors = [
    "NothingSent",
    "NotEnoughTokens",
    hasEnd && "SaleEnded",
    hasSoftCap && "NotYet",
    hasWhitelist && "NotWhitelisted",
    hasMinimum && "BelowMinimum",
    hasHardCap && "HardCapExceeded",
    hasMaximum && "AboveMaximum",
  ].filter(Boolean);
  const deliver = hasSoftCap
    ? `        // Tokens and ether wait until it is known whether the soft cap is reached.
        if (token.balanceOf(address(this)) < owed + amount) revert NotEnoughTokens();
        owed += amount;
        purchased[msg.sender] += amount;
        emit TokensPurchased(msg.sender, msg.value, amount);`
    : `        if (token.balanceOf(address(this)) < amount) revert NotEnoughTokens();
        emit TokensPurchased(msg.sender, msg.value, amount);
        token.safeTransfer(msg.sender, amount);`;
  return {
    name,
    imports: [
      libraries.ierc20,
      libraries.safeErc20,
      libraries.ownable,
      libraries.address,
      libraries.reentrancyGuard,
      ...token.imports,
      ...pause.imports,
    ],
    notes: [
      `${name}: sells ${rate} tokens (of 18 decimals) for 1 ether${hasEnd ? `, for ${toDuration(duration)} from its deployment` : ""}.`,
      plan.token
        ? "Send it the tokens that are for sale."
        : "All tokens belong to the sale; what is not sold goes back to the owner at the end.",
      token.note,
    ],
    body: `${token.contract}contract ${name} is Ownable, ReentrancyGuard${pause.parent} {
    using SafeERC20 for IERC20;

    IERC20 public immutable token;
    /// Tokens for 1 ether; both have 18 decimals.
${constants.join("\n")}

    event TokensPurchased(address indexed buyer, uint256 paid, uint256 amount);${hasSoftCap ? "\n    event Refunded(address indexed buyer, uint256 amount);" : ""}

${errors.map((error) => `    error ${error}();`).join("\n")}

    constructor() Ownable(msg.sender) {
        token = ${token.create("address(this)")};${hasEnd ? `\n        endsAt = block.timestamp + ${duration};` : ""}
    }

    receive() external payable {
        buy();
    }

    function buy() public payable nonReentrant${pause.modifier} {
${checks.join("\n")}
        uint256 amount = msg.value * RATE;
${deliver}
    }
${
  hasSoftCap
    ? `
    /// Takes the bought tokens, once the sale has ended with the soft cap reached.
    function claim() external nonReentrant {
        if (block.timestamp < endsAt || raised < SOFT_CAP) revert NotYet();
        uint256 amount = purchased[msg.sender];
        if (amount == 0) revert NothingSent();
        purchased[msg.sender] = 0;
        owed -= amount;
        token.safeTransfer(msg.sender, amount);
    }

    /// Takes the ether back, once the sale has ended below the soft cap.
    function refund() external nonReentrant {
        if (block.timestamp < endsAt || raised >= SOFT_CAP) revert NotYet();
        uint256 amount = contributions[msg.sender];
        if (amount == 0) revert NothingSent();
        contributions[msg.sender] = 0;
        owed -= purchased[msg.sender];
        purchased[msg.sender] = 0;
        emit Refunded(msg.sender, amount);
        Address.sendValue(payable(msg.sender), amount);
    }

    /// Pays the owner, once the sale has ended with the soft cap reached.
    function withdraw() external onlyOwner nonReentrant {
        if (block.timestamp < endsAt || raised < SOFT_CAP) revert NotYet();
        Address.sendValue(payable(msg.sender), address(this).balance);
    }

    /// Gives tokens back that were not sold.
    function withdrawUnsold() external onlyOwner {
        if (block.timestamp < endsAt) revert NotYet();
        token.safeTransfer(msg.sender, token.balanceOf(address(this)) - owed);
    }`
    : `
    /// Pays the owner what has been raised.
    function withdraw() external onlyOwner nonReentrant {
        Address.sendValue(payable(msg.sender), address(this).balance);
    }

    /// Gives tokens back that were not sold.
    function withdrawUnsold() external onlyOwner {
        token.safeTransfer(msg.sender, token.balanceOf(address(this)));
    }`
}${
  hasWhitelist
    ? `

    function setWhitelisted(address[] calldata buyers, bool isAllowed) external onlyOwner {
        for (uint256 i = 0; i < buyers.length; ++i) isWhitelisted[buyers[i]] = isAllowed;
    }`
    : ""
}${pause.functions}
}`,
  };
}
