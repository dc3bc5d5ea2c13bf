import { type Command, InvalidArgumentError } from "commander";
import { readConfig } from "../config/index.ts";
import { AppError } from "../platform/errors.ts";
import { printAnswer } from "./parse-arguments.ts";
import { withDatabase } from "./with-database.ts";

interface DeployOptions {
  chain: number;
  name: string;
  symbol: string;
  minter?: `0x${string}` | "everybody";
  admin?: `0x${string}`;
  royaltyReceiver?: `0x${string}`;
  royaltyPercent?: number;
  json?: boolean;
}

function parseChainId(text: string): number {
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1)
    throw new InvalidArgumentError("Enter a whole number, such as 8453.");
  return id;
}

function parseAddress(text: string): `0x${string}` {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text))
    throw new InvalidArgumentError("Enter 0x followed by 40 hexadecimal digits.");
  return text as `0x${string}`;
}

function parseMinter(text: string): `0x${string}` | "everybody" {
  return text === "everybody" ? text : parseAddress(text);
}

function parsePercent(text: string): number {
  const percent = Number(text);
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text) || percent > 100)
    throw new InvalidArgumentError(
      "Enter a percentage from 0 to 100 with at most two decimals, such as 2.5.",
    );
  return percent;
}

/** Refuses to deploy while the signer mints: two processes that use one wallet would assign the same nonces. */
async function assertSignerIsIdle(chainId: number, signer: `0x${string}`): Promise<void> {
  const { countOpenMints } = await import("../features/minting/index.ts");
  const open = await withDatabase((database) => countOpenMints(database, { chainId, signer }));
  if (open > 0) {
    throw new AppError(
      "invalid_request",
      `The signer of chain ${chainId} is minting ${open} tokens. Wait until they are minted, or configure another signer.`,
    );
  }
}

async function deploy(options: DeployOptions): Promise<void> {
  const chain = readConfig(process.env).chains[options.chain];
  if (!chain?.signerKey) {
    throw new AppError(
      "invalid_request",
      `Chain ${options.chain} has no signer. Add chains: { ${options.chain}: { rpcUrl: …, signer: { env: NAME } } } to mintwright.yaml.`,
    );
  }
  if (!options.royaltyReceiver !== (options.royaltyPercent === undefined)) {
    throw new AppError("invalid_request", "Set both --royalty-receiver and --royalty-percent, or neither.");
  }
  const { addressOf, deployContract, everybody } = await import("../engines/chain/index.ts");
  const { signerKey, rpcUrl } = chain;
  const signer = addressOf(signerKey);
  if (chain.contract) await assertSignerIsIdle(options.chain, signer);
  const { address, transactionHash } = await deployContract(
    { chainId: options.chain, rpcUrl, signerKey },
    {
      name: options.name,
      symbol: options.symbol,
      admin: options.admin ?? signer,
      minter: options.minter === "everybody" ? everybody : (options.minter ?? signer),
      royaltyReceiver: options.royaltyReceiver,
      royaltyBasisPoints: Math.round((options.royaltyPercent ?? 0) * 100),
    },
  );
  printAnswer(
    { chainId: options.chain, address, transactionHash },
    `Deployed ${options.name} to ${address} in ${transactionHash}.\nAdd it to mintwright.yaml: chains: { ${options.chain}: { contract: "${address}" } }`,
    options,
  );
}

export function addContractCommands(admin: Command): void {
  const contract = admin
    .command("contract")
    .description("manage the ERC-721 contract that tokens are minted from");
  contract
    .command("deploy")
    .description("deploy the contract with the chain's signer in mintwright.yaml")
    .requiredOption("--chain <chain-id>", "chain id, as listed under chains in mintwright.yaml", parseChainId)
    .requiredOption("--name <name>", "name of the contract, as wallets show it")
    .requiredOption("--symbol <symbol>", "token symbol, as wallets show it")
    .option("--minter <address>", "who may mint: an address, or everybody (default: the signer)", parseMinter)
    .option("--admin <address>", "who grants roles and sets royalties (default: the signer)", parseAddress)
    .option("--royalty-receiver <address>", "who receives royalties", parseAddress)
    .option("--royalty-percent <percent>", "percentage of each sale, such as 2.5", parsePercent)
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      '\nExample:\n  mintwright admin contract deploy --chain 31337 --name "Harbour Foxes" --symbol FOX',
    )
    .action(deploy);
}
