import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A local chain for one test. */
export interface Anvil {
  chainId: number;
  rpcUrl: string;
  /** Wallets with funds and their well-known keys. */
  wallets: { address: `0x${string}`; privateKey: `0x${string}` }[];
  /** Calls any RPC method of the node, including anvil's own. */
  ask<Answer>(method: string, ...params: unknown[]): Promise<Answer>;
  stop(): Promise<void>;
}

interface RpcError {
  code: number;
  message: string;
  /** What a Solidity contract reverted with. */
  data?: unknown;
}

const startTimeoutInMs = 30_000;
/** Kills the process group when anvil exits, and when the test process exits and so closes its input. */
const untilInputCloses = '("$@"; kill -9 0) & read -r line; kill -9 0';

/** Starts a chain. By default every transaction is mined at once. */
export async function startAnvil(args: string[] = []): Promise<Anvil> {
  const command = ["npx", "--no-install", "anvil", "--port", "0", ...args];
  const child = spawn("sh", ["-c", untilInputCloses, "sh", ...command], {
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  const lines: string[] = [];
  const exited = once(child, "exit");
  const end = async () => {
    // The whole process group, because a shell and npx run between this process and the node.
    if (child.exitCode === null && child.signalCode === null && child.pid)
      process.kill(-child.pid, "SIGKILL");
    await exited;
  };
  const deadline = setTimeout(end, startTimeoutInMs);
  const port = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      lines.push(line);
      const listening = /^Listening on .*:(\d+)$/.exec(line);
      if (listening) resolve(listening[1] as string);
    });
    exited.then(() => reject(new Error(`anvil ended before it was ready:\n${lines.join("\n")}`)), reject);
  }).finally(() => clearTimeout(deadline));
  child.stderr.resume();
  const rpcUrl = `http://127.0.0.1:${port}`;
  const find = (pattern: RegExp) =>
    lines.flatMap((line) => (pattern.exec(line)?.[1] as `0x${string}` | undefined) ?? []);
  const keys = find(/^\(\d+\) (0x[0-9a-f]{64})$/);
  const ask = async <Answer>(method: string, ...params: unknown[]): Promise<Answer> => {
    const response = await fetch(rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as { result: Answer; error?: RpcError };
    if (error) {
      const { code, data } = error;
      throw Object.assign(new Error(`${method}: ${error.message}`), { code, data });
    }
    return result;
  };
  return {
    chainId: Number(await ask<string>("eth_chainId")),
    rpcUrl,
    wallets: find(/^\(\d+\) (0x[0-9a-fA-F]{40}) /).map((address, index) => ({
      address,
      privateKey: keys[index] as `0x${string}`,
    })),
    ask,
    stop: end,
  };
}
