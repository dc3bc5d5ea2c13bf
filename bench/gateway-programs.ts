import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "@mintwright/test-harness";
import { findToolFolder, type Gateway, openAiEndpoints, run, startGateway } from "./gateway-process.ts";
import {
  litellmArguments,
  litellmConfig,
  litellmEnvironment,
  litellmVersion,
  litellmWorkers,
} from "./litellm-settings.ts";

// The gateways that bench:gateways compares with, each with the production settings of its own documentation.

const portkeyVersion = "1.15.2";
// Portkey asks for any 1.x. It answers streams with 500 ("immutable") on 1.19.
const honoServerVersion = "1.14.0";

/** HAProxy in front of the model server, with the connections of both sides kept open. */
export function findHaproxy(): Gateway {
  const program = process.env.HAPROXY || "haproxy";
  const version = run(program, ["-v"]).split(" ")[2];
  return {
    name: "HAProxy",
    settings: `${version}: HTTP mode, \`http-reuse always\`, a thread for each core. Forwards, and does nothing else.`,
    async start(modelUrl, folder) {
      const address = `127.0.0.1:${await findFreePort()}`;
      const config = join(folder, "haproxy.cfg");
      writeFileSync(
        config,
        `global
  maxconn 4000
defaults
  mode http
  http-reuse always
  timeout connect 5s
  timeout client 60s
  timeout server 60s
listen model
  bind ${address}
  server model ${new URL(modelUrl).host}
`,
      );
      return startGateway(
        program,
        ["-db", "-f", config],
        {},
        openAiEndpoints(`http://${address}`, {}, "bench"),
      );
    },
  };
}

/** A route of bare Fastify that forwards. */
export const fastifyProxy: Gateway = {
  name: "Fastify",
  settings: "a bare Fastify route that forwards with undici, one process (`bench/bare-proxy.ts`).",
  async start(modelUrl) {
    const port = await findFreePort();
    const script = fileURLToPath(new URL("bare-proxy.ts", import.meta.url));
    return startGateway(
      process.execPath,
      [script, modelUrl, String(port)],
      {},
      openAiEndpoints(`http://127.0.0.1:${port}`, {}, "bench"),
    );
  },
};

export function installPortkey(): Gateway {
  const folder = findToolFolder("portkey");
  const home = join(folder, "node_modules/@portkey-ai/gateway");
  const isInstalled = Object.entries({
    "@portkey-ai/gateway": portkeyVersion,
    "@hono/node-server": honoServerVersion,
  }).every(([name, version]) => {
    const file = join(folder, "node_modules", name, "package.json");
    return existsSync(file) && JSON.parse(readFileSync(file, "utf8")).version === version;
  });
  if (!isInstalled) {
    const options = ["--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts", "--legacy-peer-deps"];
    const packages = [`@portkey-ai/gateway@${portkeyVersion}`, `@hono/node-server@${honoServerVersion}`];
    run("npm", ["install", ...options, "--prefix", folder, ...packages]);
  }
  return {
    name: "Portkey",
    settings: `${portkeyVersion}: \`node build/start-server.js --headless\`, \`NODE_ENV=production\`, one process, @hono/node-server ${honoServerVersion}. Neither checks keys nor meters.`,
    async start(modelUrl) {
      const port = await findFreePort();
      const headers = {
        authorization: "Bearer none",
        "x-portkey-provider": "openai",
        "x-portkey-custom-host": `${modelUrl}/v1`,
      };
      return startGateway(
        process.execPath,
        [join(home, "build/start-server.js"), "--headless", `--port=${port}`],
        { NODE_ENV: "production" },
        openAiEndpoints(`http://127.0.0.1:${port}`, headers, "bench"),
      );
    },
  };
}

export function installLitellm(): Gateway {
  const folder = findToolFolder("litellm");
  const program = join(folder, "bin/litellm");
  const pip = join(folder, "bin/pip");
  const isInstalled =
    existsSync(program) && run(pip, ["list", "--format=freeze"]).includes(`litellm==${litellmVersion}\n`);
  if (!isInstalled) {
    run("python3", ["-m", "venv", folder]);
    run(pip, ["install", "--quiet", "--disable-pip-version-check", `litellm[proxy]==${litellmVersion}`]);
  }
  return {
    name: "LiteLLM",
    settings: `${litellmVersion}: the configuration of its production guide, \`--num_workers ${litellmWorkers}\` (a worker for each core), \`LITELLM_MODE=PRODUCTION\`, \`LITELLM_LOG=ERROR\`, \`TIMEOUT_WORKER_HEALTHCHECK=120\` (its workers start slowly here), a master key, no database: it does not meter.`,
    async start(modelUrl, files) {
      const port = await findFreePort();
      const config = join(files, "litellm.json");
      writeFileSync(config, JSON.stringify(litellmConfig(modelUrl)));
      return startGateway(
        program,
        litellmArguments(config, port),
        litellmEnvironment,
        openAiEndpoints(`http://127.0.0.1:${port}`, { authorization: "Bearer sk-bench" }, "bench"),
      );
    },
  };
}

/** Bifrost with its configuration in a file, as its guide for production without a web console says. */
export function findBifrost(): Gateway {
  const program = process.env.BIFROST;
  if (!program) throw new Error("set BIFROST to its program");
  return {
    name: "Bifrost",
    settings:
      "`config.json` without a configuration store, logging off, its default pools; it does not meter.",
    async start(modelUrl, files) {
      const port = await findFreePort();
      const folder = join(files, "bifrost");
      mkdirSync(folder, { recursive: true });
      const provider = {
        keys: [{ name: "bench", value: "none", models: ["*"], weight: 1 }],
        network_config: { base_url: modelUrl, allow_private_network: true },
      };
      const config = {
        client: { enable_logging: false, drop_excess_requests: false },
        providers: { openai: provider },
        config_store: { enabled: false },
      };
      writeFileSync(join(folder, "config.json"), JSON.stringify(config));
      return startGateway(
        program,
        ["-app-dir", folder, "-host", "127.0.0.1", "-port", String(port), "-log-level", "error"],
        {},
        openAiEndpoints(`http://127.0.0.1:${port}`, {}, "openai/bench"),
      );
    },
  };
}
