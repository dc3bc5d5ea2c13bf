import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";

const chart = fileURLToPath(new URL("../../deploy/helm/mintwright/", import.meta.url));

export const valuesFiles = ["bucket", "claim", "operators"] as const;

export type Labels = Record<string, string>;

/** A Kubernetes resource, as far as the tests read it. */
export interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Labels; annotations?: Labels };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own shape, which kubernetes-validate checks.
  spec: any;
  data?: Record<string, string>;
}

export interface Run {
  status: number;
  output: string;
}

/** Runs a program to its end. */
export function run(program: string, args: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(program, args, { maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      resolve({ status: error ? Number(error.code ?? 1) : 0, output: stdout + (error ? stderr : "") });
    });
  });
}

/** Runs `helm COMMAND` on the chart with one of its values files. */
export function runHelm(helm: string, command: string[], values: string, more: string[] = []): Promise<Run> {
  // Helm that was compiled from source takes the cluster for 1.20.
  const options = ["--kube-version", "1.27.0", "--values", `${chart}ci/${values}-values.yaml`];
  return run(helm, [...command, chart, ...options, ...more]);
}

/** Renders the chart as release `mw`. */
export async function renderChart(helm: string, values: string): Promise<Resource[]> {
  const { status, output } = await runHelm(helm, ["template", "mw"], values);
  if (status !== 0) throw new Error(output);
  return parseAllDocuments(output)
    .map((document) => document.toJS() as Resource | null)
    .filter((resource) => resource !== null);
}

/** Finds the resource of this kind and name. */
export function getResource(resources: readonly Resource[], kind: string, name: string): Resource {
  const found = resources.find((resource) => resource.kind === kind && resource.metadata.name === name);
  if (!found) throw new Error(`the chart has no ${kind} ${name}`);
  return found;
}
