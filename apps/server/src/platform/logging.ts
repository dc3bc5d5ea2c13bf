import pino from "pino";

export type Logger = pino.Logger;

const keyPattern = /mw_live_[A-Za-z0-9]+/g;
const secretPaths = [
  "authorization",
  "headers.authorization",
  "*.authorization",
  "*.apiKey",
  "apiKey",
  "*.password",
  "password",
];

/** Creates the process's logger. Secrets are cut out by field name, and API keys wherever they stand in a text. */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  return pino(
    {
      level,
      redact: { paths: secretPaths, censor: "[secret]" },
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: pino.stdSerializers.err, err: pino.stdSerializers.err },
      hooks: { streamWrite: (line) => line.replaceAll(keyPattern, "mw_live_[secret]") },
    },
    destination ?? pino.destination({ fd: 2, sync: false }),
  );
}
