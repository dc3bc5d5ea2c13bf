import { type BaseFunction, requireAccessControl, supportsInterface } from "@openzeppelin/wizard";
import { type ContractPlan, has, settingOf } from "../plan.ts";
import { toContractName, toEther, toLiteral, type WrittenContract } from "./solidity-file.ts";
import { bindConstructor, buildWithWizard, publicFunction, takeApart } from "./wizard-contract.ts";
import { toSymbol } from "./write-erc20.ts";

type Builder = ReturnType<typeof buildWithWizard>;

const update: BaseFunction = {
  name: "_update",
  kind: "internal",
  args: [
    { name: "to", type: "address" },
    { name: "tokenId", type: "uint256" },
    { name: "auth", type: "address" },
  ],
  returns: ["address"],
};
const erc2981 = { name: "ERC2981", path: "@openzeppelin/contracts/token/common/ERC2981.sol" };

export function writeErc721(plan: ContractPlan): WrittenContract {
  const name = plan.name ?? "My Collection";
  const symbol = plan.symbol ?? toSymbol(name);
  const contract = buildWithWizard(
    {
      kind: "ERC721",
      name,
      symbol,
      baseUri: plan.baseUri ?? "",
      mintable: true,
      incremental: true,
      uriStorage: has(plan, "uriStorage"),
      enumerable: has(plan, "enumerable"),
      burnable: has(plan, "burnable"),
      pausable: has(plan, "pausable"),
      votes: has(plan, "votes") ? "timestamp" : false,
      access: plan.access ?? false,
      upgradeable: plan.upgradeable ?? false,
      namespacePrefix: "mintwright",
    },
    toContractName(name, "MyCollection"),
  );
  if (has(plan, "maxSupply")) limitSupply(contract, settingOf(plan, "maxSupply"));
  if (has(plan, "publicMint")) addPublicMint(contract, plan);
  if (has(plan, "batchMint")) addBatchMint(contract, plan);
  if (has(plan, "soulbound")) bindToOwner(contract);
  if (has(plan, "rental")) addRental(contract);
  addUpdateRules(contract, plan);
  if (has(plan, "royalty")) addRoyalty(contract, plan);
  bindConstructor(contract);
  return {
    ...takeApart(contract),
    notes: [
      `${name} (${symbol}): an ERC-721 collection; tokens are numbered from 0.`,
      ...(has(plan, "publicMint") ? ["Anyone mints with mint(quantity)."] : []),
      ...(plan.upgradeable ? ["Deploy it behind a proxy and call initialize in the same transaction."] : []),
    ],
  };
}

export function writeErc1155(plan: ContractPlan): WrittenContract {
  const name = plan.name ?? "My Items";
  const contract = buildWithWizard(
    {
      kind: "ERC1155",
      name,
      uri: plan.baseUri ?? "",
      mintable: true,
      burnable: has(plan, "burnable"),
      pausable: has(plan, "pausable"),
      supply: has(plan, "supplyTracking"),
      updatableUri: has(plan, "updatableUri"),
      access: plan.access ?? false,
      upgradeable: plan.upgradeable ?? false,
    },
    toContractName(name, "MyItems"),
  );
  contract.addConstantOrImmutableOrErrorDefinition(`string public constant name = ${toLiteral(name)};`);
  if (has(plan, "updatableUri") && plan.access === "roles") {
    contract.addConstructorCode("_grantRole(URI_SETTER_ROLE, defaultAdmin);");
  }
  if (has(plan, "royalty")) addRoyalty(contract, plan);
  bindConstructor(contract);
  return { ...takeApart(contract), notes: [`${name}: an ERC-1155 collection of many tokens.`] };
}

/** ERC-5192: every token is locked to its owner; it can only be burned. */
function bindToOwner(contract: Builder): void {
  const define = (code: string) => contract.addConstantOrImmutableOrErrorDefinition(code);
  define("error Soulbound(uint256 tokenId);");
  define("event Locked(uint256 tokenId);");
  const locked = { ...publicFunction("locked", ["uint256", "tokenId"]), returns: ["bool"] };
  contract.addFunctionCode("_requireOwned(tokenId);", locked, "view");
  contract.addFunctionCode("return true;", locked);
  announceInterface(contract, "0xb45a3c0e");
}

/** ERC-4907: the owner of a token gives somebody its use until a moment. */
function addRental(contract: Builder): void {
  const define = (code: string) => contract.addConstantOrImmutableOrErrorDefinition(code);
  define("struct Rental { address user; uint64 expires; }");
  define("mapping(uint256 tokenId => Rental) private _rentals;");
  define("event UpdateUser(uint256 indexed tokenId, address indexed user, uint64 expires);");
  const setUser = publicFunction(
    "setUser",
    ["uint256", "tokenId"],
    ["address", "user"],
    ["uint64", "expires"],
  );
  contract.addFunctionCode("_checkAuthorized(_requireOwned(tokenId), msg.sender, tokenId);", setUser);
  contract.addFunctionCode("_rentals[tokenId] = Rental(user, expires);", setUser);
  contract.addFunctionCode("emit UpdateUser(tokenId, user, expires);", setUser);
  const userOf = { ...publicFunction("userOf", ["uint256", "tokenId"]), returns: ["address"] };
  contract.addFunctionCode(
    "return _rentals[tokenId].expires >= block.timestamp ? _rentals[tokenId].user : address(0);",
    userOf,
    "view",
  );
  const userExpires = { ...publicFunction("userExpires", ["uint256", "tokenId"]), returns: ["uint256"] };
  contract.addFunctionCode("return _rentals[tokenId].expires;", userExpires, "view");
  announceInterface(contract, "0xad092b5c");
}

function announceInterface(contract: Builder, id: string): void {
  contract.addFunctionCode(`if (interfaceId == ${id}) return true;`, supportsInterface);
}

/** What happens when a token moves. */
function addUpdateRules(contract: Builder, plan: ContractPlan): void {
  const isSoulbound = has(plan, "soulbound");
  const isRented = has(plan, "rental");
  if (!isSoulbound && !isRented) return;
  contract.setFunctionBody(
    [
      ...(isSoulbound
        ? [
            "address from = _ownerOf(tokenId);",
            "if (from != address(0) && to != address(0)) revert Soulbound(tokenId);",
            "if (from == address(0)) emit Locked(tokenId);",
          ]
        : []),
      ...(isRented
        ? [
            "if (_rentals[tokenId].user != address(0)) {",
            "    delete _rentals[tokenId];",
            "    emit UpdateUser(tokenId, address(0), 0);",
            "}",
          ]
        : []),
      "return super._update(to, tokenId, auth);",
    ],
    update,
  );
}

function addRoyalty(contract: Builder, plan: ContractPlan): void {
  contract.addParent(erc2981);
  contract.addOverride(erc2981, supportsInterface);
  contract.addConstructorCode(`_setDefaultRoyalty(msg.sender, ${settingOf(plan, "royalty")});`);
  const setter = publicFunction("setDefaultRoyalty", ["address", "receiver"], ["uint96", "feeInBasisPoints"]);
  requireAccessControl(contract, setter, plan.access ?? false, "ROYALTY", "royaltyManager");
  contract.addFunctionCode("_setDefaultRoyalty(receiver, feeInBasisPoints);", setter);
}

/** The counter of the Wizard's safeMint, and the line that loads its storage if the contract is upgradeable. */
function getCounter(contract: Builder): { counter: string; opening: string[] } {
  if (!contract.upgradeable) return { counter: "_nextTokenId", opening: [] };
  return {
    counter: "$._nextTokenId",
    opening: [`${contract.name}Storage storage $ = _get${contract.name}Storage();`],
  };
}

function limitSupply(contract: Builder, maxSupply: number): void {
  const { counter, opening } = getCounter(contract);
  contract.addConstantOrImmutableOrErrorDefinition(`uint256 public constant MAX_SUPPLY = ${maxSupply};`);
  contract.addConstantOrImmutableOrErrorDefinition("error MaxSupplyReached();");
  const mint = contract.functions.find(({ name }) => name === "safeMint");
  mint?.code.splice(opening.length, 0, `if (${counter} >= MAX_SUPPLY) revert MaxSupplyReached();`);
}

/** Lets the owner mint many tokens in one call. */
function addBatchMint(contract: Builder, plan: ContractPlan): void {
  const { counter, opening } = getCounter(contract);
  const mint = publicFunction("mint", ["address", "to"], ["uint256", "quantity"]);
  requireAccessControl(contract, mint, plan.access ?? false, "MINTER", "minter");
  for (const line of opening) contract.addFunctionCode(line, mint);
  if (has(plan, "maxSupply"))
    contract.addFunctionCode(`if (${counter} + quantity > MAX_SUPPLY) revert MaxSupplyReached();`, mint);
  contract.addFunctionCode("for (uint256 i = 0; i < quantity; ++i) {", mint);
  contract.addFunctionCode(`    _safeMint(to, ${counter}++);`, mint);
  contract.addFunctionCode("}", mint);
}

function addPublicMint(contract: Builder, plan: ContractPlan): void {
  const { counter, opening } = getCounter(contract);
  const price = settingOf(plan, "price");
  const perWallet = has(plan, "maxPerWallet") ? settingOf(plan, "maxPerWallet") : undefined;
  const mint = publicFunction("mint", ["uint256", "quantity"]);
  const define = (code: string) => contract.addConstantOrImmutableOrErrorDefinition(code);
  define("error NothingToMint();");
  define(`uint256 public constant PRICE = ${toEther(price)};`);
  define("error WrongPayment(uint256 expected);");
  contract.addFunctionCode("if (quantity == 0) revert NothingToMint();", mint, "payable");
  contract.addFunctionCode("if (msg.value != PRICE * quantity) revert WrongPayment(PRICE * quantity);", mint);
  if (perWallet !== undefined) {
    define(`uint256 public constant MAX_PER_WALLET = ${perWallet};`);
    define("mapping(address account => uint256 count) public mintedBy;");
    define("error WalletLimitReached();");
    contract.addFunctionCode("mintedBy[msg.sender] += quantity;", mint);
    contract.addFunctionCode("if (mintedBy[msg.sender] > MAX_PER_WALLET) revert WalletLimitReached();", mint);
  }
  for (const line of opening) contract.addFunctionCode(line, mint);
  if (has(plan, "maxSupply")) {
    contract.addFunctionCode(`if (${counter} + quantity > MAX_SUPPLY) revert MaxSupplyReached();`, mint);
  }
  contract.addFunctionCode("for (uint256 i = 0; i < quantity; ++i) {", mint);
  contract.addFunctionCode(`    _safeMint(msg.sender, ${counter}++);`, mint);
  contract.addFunctionCode("}", mint);
  if (price === "0") return;
  const withdraw = publicFunction("withdraw");
  requireAccessControl(contract, withdraw, plan.access ?? false, "WITHDRAWER", "withdrawer");
  define("error WithdrawalFailed();");
  contract.addFunctionCode(
    '(bool sent, ) = payable(msg.sender).call{value: address(this).balance}("");',
    withdraw,
  );
  contract.addFunctionCode("if (!sent) revert WithdrawalFailed();", withdraw);
}
