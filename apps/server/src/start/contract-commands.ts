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
    throw new InvalidArgumentError("A chain id is a whole number, such as 8453.");
  return id;
}

function parseAddress(text: string): `0x${string}` {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text))
    throw new InvalidArgumentError("An address is 0x and 40 hex digits.");
  return text as `0x${string}`;
}

function parseMinter(text: string): `0x${string}` | "everybody" {
  return text === "everybody" ? text : parseAddress(text);
}

function parsePercent(text: string): number {
  const percent = Number(text);
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text) || percent > 100)
    throw new InvalidArgumentError(
      "A royalty is a percentage from 0 to 100 with at most two decimals, such as 2.5.",
    );
  return percent;
}

/** Two who count one wallet's transactions get in each other's way. Without a contract nobody mints yet. */
async function assertSignerIsIdle(chainId: number, signer: `0x${string}`): Promise<void> {
  const { countOpenMints } = await import("../features/minting/index.ts");
  const open = await withDatabase((database) => countOpenMints(database, { chainId, signer }));
  if (open > 0) {
    throw new AppError(
      "invalid_request",
      `The signer of chain ${chainId} is minting ${open} tokens. Deploy when they are minted, or name another signer.`,
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
    throw new AppError("invalid_request", "--royalty-receiver and --royalty-percent belong together.");
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
    `Deployed ${options.name} to ${address} in ${transactionHash}.\nPut it into mintwright.yaml: chains: { ${options.chain}: { contract: "${address}" } }`,
    options,
  );
}

/** Adds the commands about the minting contract. */
export function addContractCommands(admin: Command): void {
  const contract = admin.command("contract").description("the ERC-721 contract into which tokens are minted");
  contract
    .command("deploy")
    .description("deploy the contract with the signer that mintwright.yaml names for the chain")
    .requiredOption(
      "--chain <chain-id>",
      "the chain's id, as mintwright.yaml has it under chains",
      parseChainId,
    )
    .requiredOption("--name <name>", "the name of the contract, as wallets show it")
    .requiredOption("--symbol <symbol>", "its short ticker")
    .option("--minter <address>", "who may mint: an address, or everybody (the signer)", parseMinter)
    .option("--admin <address>", "who grants roles and sets royalties (the signer)", parseAddress)
    .option("--royalty-receiver <address>", "who receives royalties", parseAddress)
    .option("--royalty-percent <percent>", "share of a sale, such as 2.5", parsePercent)
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      '\nExample:\n  mintwright admin contract deploy --chain 31337 --name "Harbour Foxes" --symbol FOX',
    )
    .action(deploy);
}
