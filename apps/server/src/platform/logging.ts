import pino from "pino";

export type Logger = pino.Logger;

const keyPattern = /mw_live_[A-Za-z0-9]+/g;
// Matched in the serialised line: pino's redaction paths would have to name every depth.
const secretFieldPattern = /"(authorization|apiKey|password)":"(?:[^"\\]|\\.)*"/gi;

/** Creates the process's logger. Masks secrets by field name, and API keys anywhere in the text. */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  return pino(
    {
      level,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: pino.stdSerializers.err, err: pino.stdSerializers.err },
      hooks: {
        streamWrite: (line) =>
          line.replaceAll(keyPattern, "mw_live_[secret]").replaceAll(secretFieldPattern, '"$1":"[secret]"'),
      },
    },
    destination ?? pino.destination({ fd: 2, sync: false }),
  );
}
