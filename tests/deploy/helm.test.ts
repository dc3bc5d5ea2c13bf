import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askMintwright, findTool } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  getResource,
  type Labels,
  type Resource,
  renderChart,
  run,
  runHelm,
  valuesFiles,
} from "./helm-chart.ts";

const helm = findTool({ variable: "HELM", purpose: "the Helm chart" });
const validator = findTool({ variable: "KUBERNETES_VALIDATE", purpose: "what the Helm chart renders" });

/** The oldest version that Chart.yaml allows, and the newest one that the validator knows. */
const kubernetesVersions = ["1.27", "1.37"];
/** Kinds of operators, which the validator does not know. Their shapes are checked below. */
const operatorKinds = ["ScaledObject", "ExternalSecret", "ServiceMonitor"];

let folder: string;
const rendered = new Map<string, Resource[]>();
const read = (values: string) => rendered.get(values) ?? [];

describe.runIf(helm && validator)("the Helm chart", () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "mintwright-chart-"));
    for (const values of valuesFiles) rendered.set(values, await renderChart(String(helm), values));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(valuesFiles)("passes helm lint and is valid Kubernetes with the %s values", async (values) => {
    expect(await runHelm(String(helm), ["lint", "--strict"], values)).toMatchObject({ status: 0 });
    const resources = read(values).filter(({ kind }) => !operatorKinds.includes(kind));
    expect(resources.length).toBeGreaterThan(5);
    const file = join(folder, `${values}.yaml`);
    writeFileSync(file, resources.map((resource) => JSON.stringify(resource)).join("\n---\n"));
    for (const version of kubernetesVersions) {
      const validated = await run(String(validator), ["--strict", "--no-warn", "-k", version, file]);
      expect(validated, validated.output).toMatchObject({ status: 0 });
    }
  });

  it.each(valuesFiles)("gives the %s processes settings that they accept", async (values) => {
    const [{ data }] = [getResource(read(values), "ConfigMap", "mw-mintwright")];
    const configFile = join(folder, `${values}-mintwright.yaml`);
    writeFileSync(configFile, String(data?.["mintwright.yaml"]));
    for (const role of ["api", "worker"]) {
      const { spec } = getResource(read(values), "Deployment", `mw-mintwright-${role}`).spec.template;
      const [{ env }] = spec.containers;
      const environment = Object.fromEntries(
        env.map(({ name, value }: { name: string; value: string }) => [name, value]),
      );
      for (const name of Object.keys(environment).filter((key) => key.startsWith("CREDENTIALS_")))
        environment[name] = configFile;
      const config = await askMintwright<Record<string, number>>(["config", "check"], {
        ...environment,
        MINTWRIGHT_CONFIG: configFile,
        DATABASE_URL: "postgres://localhost/mintwright",
        MODEL_API_KEY: "secret",
      });
      const { drainDelayInMs = Number.NaN, shutdownTimeoutInMs = Number.NaN } = config;
      expect(drainDelayInMs > 0).toBe(role === "api");
      expect(spec.terminationGracePeriodSeconds).toBe((drainDelayInMs + shutdownTimeoutInMs) / 1000 + 10);
    }
  });

  it.each(valuesFiles)("selects the pods that it starts with the %s values", (values) => {
    const podLabels = read(values)
      .filter(({ kind }) => kind === "Deployment")
      .map(({ spec }) => spec.template.metadata.labels as Labels);
    expect(podLabels).toHaveLength(2);
    const fits = (selector: Labels) =>
      podLabels.some((labels) => Object.entries(selector).every(([name, value]) => labels[name] === value));
    const selectors = read(values).flatMap(({ kind, spec }) => {
      if (kind === "Service") return [spec.selector as Labels];
      if (kind === "NetworkPolicy") return [spec.podSelector.matchLabels as Labels];
      return ["Deployment", "PodDisruptionBudget"].includes(kind)
        ? [spec.selector.matchLabels as Labels]
        : [];
    });
    expect(selectors.length).toBeGreaterThan(4);
    for (const selector of selectors) expect(fits(selector), JSON.stringify(selector)).toBe(true);
  });

  it("runs every container without root, without privileges and on a read-only file system", () => {
    const pods = valuesFiles.flatMap(read).filter(({ kind }) => ["Deployment", "Job"].includes(kind));
    expect(pods).toHaveLength(8);
    for (const { spec } of pods) {
      expect(spec.template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
        containers: [
          {
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ["ALL"] },
            },
            resources: { requests: { cpu: expect.any(String) }, limits: { memory: expect.any(String) } },
          },
        ],
      });
    }
  });

  it("migrates before an upgrade, and before the first start when the Secret exists", () => {
    const hookOf = (values: string) =>
      getResource(read(values), "Job", "mw-mintwright-migrate").metadata.annotations?.["helm.sh/hook"];
    expect(hookOf("bucket")).toBe("pre-install,pre-upgrade");
    expect(hookOf("operators")).toBe("pre-upgrade");
    expect(read("claim").map(({ kind }) => kind)).not.toContain("Job");
  });

  it("mounts the certificate that signs images only where a Secret is named", () => {
    for (const role of ["api", "worker"]) {
      const podOf = (values: string) =>
        getResource(read(values), "Deployment", `mw-mintwright-${role}`).spec.template.spec;
      const { containers, volumes } = podOf("operators");
      const [{ env, volumeMounts }] = containers;
      expect(volumes).toContainEqual({
        name: "credentials",
        secret: { secretName: "image-certificate", defaultMode: 0o440 },
      });
      const { mountPath } = volumeMounts.find(({ name }: { name: string }) => name === "credentials");
      expect(env).toContainEqual({ name: "CREDENTIALS_CERT_FILE", value: `${mountPath}/tls.crt` });
      expect(env).toContainEqual({ name: "CREDENTIALS_KEY_FILE", value: `${mountPath}/tls.key` });
      expect(JSON.stringify(podOf("bucket"))).not.toMatch(/credentials/i);
    }
  });

  it("uses the operators of KEDA, external secrets and Prometheus", () => {
    expect(getResource(read("operators"), "ScaledObject", "mw-mintwright-worker")).toMatchObject({
      apiVersion: "keda.sh/v1alpha1",
      spec: {
        scaleTargetRef: { name: "mw-mintwright-worker" },
        minReplicaCount: 1,
        maxReplicaCount: 10,
        triggers: [
          {
            type: "prometheus",
            metadata: {
              serverAddress: "http://prometheus.monitoring:9090",
              query: expect.stringContaining("mintwright_queue_waiting"),
              threshold: "50",
            },
          },
        ],
      },
    });
    expect(getResource(read("operators"), "ExternalSecret", "mw-mintwright")).toMatchObject({
      apiVersion: "external-secrets.io/v1",
      spec: {
        secretStoreRef: { name: "vault", kind: "ClusterSecretStore" },
        target: { name: "mw-mintwright" },
        dataFrom: [{ extract: { key: "mintwright/production" } }],
      },
    });
    const metrics = getResource(read("operators"), "Service", "mw-mintwright-metrics");
    const monitor = getResource(read("operators"), "ServiceMonitor", "mw-mintwright");
    expect(monitor).toMatchObject({
      apiVersion: "monitoring.coreos.com/v1",
      metadata: { labels: { release: "prometheus" } },
    });
    expect(metrics.metadata.labels).toMatchObject(monitor.spec.selector.matchLabels);
    expect(metrics.spec.ports).toMatchObject([{ name: monitor.spec.endpoints[0].port }]);
    expect(read("bucket").map(({ kind }) => kind)).not.toEqual(expect.arrayContaining(operatorKinds));
  });

  it.each([
    [["--set", "storage.s3.bucket="], "Set storage.s3.bucket or storage.existingClaim"],
    [["--set", "secret.existingSecret="], "Set secret.existingSecret to a Secret with DATABASE_URL"],
    [["--set", "api.replica=3"], "Additional property replica is not allowed"],
    [["--set", "env.DRAIN_DELAY_MS=1"], "DRAIN_DELAY_MS"],
    [["--set", "worker.autoscaling.type=queue"], "Set worker.autoscaling.queue.prometheusAddress"],
    [["--set", "networkPolicy.metricsFrom=null"], "metrics have no authentication"],
  ])("refuses %j", async (options, message) => {
    const { status, output } = await runHelm(String(helm), ["template", "mw"], "bucket", options);
    expect(status).toBe(1);
    expect(output).toContain(message);
  });
});
