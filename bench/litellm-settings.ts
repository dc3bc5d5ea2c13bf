import { availableParallelism } from "node:os";

export const litellmVersion = "1.100.0";
/** What one answer costs a LiteLLM key, in its own money. */
export const litellmPricePerAnswer = 0.01;
const wordsPerAnswer = 20;

/** The configuration of LiteLLM's production guide, without alerts. */
export function litellmConfig(modelUrl: string) {
  return {
    model_list: [
      {
        model_name: "bench",
        litellm_params: {
          model: "openai/bench",
          api_base: `${modelUrl}/v1`,
          api_key: "none",
          input_cost_per_token: 0,
          output_cost_per_token: litellmPricePerAnswer / wordsPerAnswer,
        },
      },
    ],
    general_settings: {
      master_key: "sk-bench",
      proxy_batch_write_at: 60,
      database_connection_pool_limit: 10,
      disable_error_logs: true,
    },
    litellm_settings: { request_timeout: 600, set_verbose: false, json_logs: true },
  };
}

export const litellmEnvironment = {
  LITELLM_MODE: "PRODUCTION",
  LITELLM_LOG: "ERROR",
  // Otherwise it asks GitHub for prices when it starts.
  LITELLM_LOCAL_MODEL_COST_MAP: "True",
  // Its workers import for longer than uvicorn's five seconds on a small machine, which would end them for ever.
  TIMEOUT_WORKER_HEALTHCHECK: "120",
};

export const litellmWorkers = availableParallelism();

export function litellmArguments(config: string, port: number): string[] {
  return [
    ...["--config", config, "--host", "127.0.0.1", "--port", String(port)],
    ...["--num_workers", String(litellmWorkers)],
  ];
}
