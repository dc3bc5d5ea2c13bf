import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "ini";

export const unitsFolder = fileURLToPath(new URL("../../deploy/systemd/", import.meta.url));

/** The [Service] section of deploy/systemd/mintwright@.service for one instance. */
export interface UnitService {
  command: string[];
  user: string;
  group: string;
  workingDirectory: string;
  umask: string;
  environment: Record<string, string>;
  stopTimeoutInSeconds: number;
}

/** Reads the unit as systemd does, except for quotes and escapes, which it does not use. */
export function readUnit(instance: string): UnitService {
  const text = readFileSync(`${unitsFolder}mintwright@.service`, "utf8");
  const { Service } = parse(text.replaceAll("%i", instance), { bracketedArray: false }) as {
    Service: Record<string, string | string[]>;
  };
  const getWords = (key: string) => [Service[key] ?? []].flat().flatMap((value) => String(value).split(" "));
  return {
    command: getWords("ExecStart"),
    user: String(Service.User),
    group: String(Service.Group),
    workingDirectory: String(Service.WorkingDirectory),
    umask: String(Service.UMask),
    environment: Object.fromEntries(getWords("Environment").map((setting) => setting.split("=", 2))),
    stopTimeoutInSeconds: Number(Service.TimeoutStopSec),
  };
}
