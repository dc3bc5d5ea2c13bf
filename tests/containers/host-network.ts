import { findFreePort } from "@mintwright/test-harness";

type Images = Record<"postgres" | "haproxy" | "prometheus" | "minio" | "mailpit", string>;

const names = [
  "postgres",
  "minio",
  "api1",
  "api2",
  "metrics1",
  "metrics2",
  "worker",
  "haproxy",
  "proxyMetrics",
  "smtp",
  "mail",
  "prometheus",
] as const;
type Ports = Record<(typeof names)[number], number>;

/** Free ports for everything that listens: containers on the host's network share its ports. */
export async function findPorts(): Promise<Ports> {
  const ports = new Set<number>();
  while (ports.size < names.length) ports.add(await findFreePort());
  const free = [...ports];
  return Object.fromEntries(names.map((name, index) => [name, free[index]])) as Ports;
}

/**
 * Changes compose.yaml for a machine without container networks: the host's network, and an image for each service.
 * podman 4.3 starts no container that depends on one that has ended, so nothing waits for `migrate`: what starts before
 * PostgreSQL ends, and its restart policy starts it again.
 */
export function overrideForHostNetwork(ports: Ports, images: Images, prometheusConfig: string): string {
  const mintwright = (role: Record<string, number | string> = {}) => ({
    network_mode: "host",
    depends_on: "RESET",
    image: "localhost/mintwright:slim",
    environment: {
      DATABASE_URL: `postgres://mintwright:\${POSTGRES_PASSWORD}@127.0.0.1:${ports.postgres}/mintwright`,
      S3_ENDPOINT: `http://127.0.0.1:${ports.minio}`,
      SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
      HOST: "127.0.0.1",
      METRICS_HOST: "127.0.0.1",
      TRUSTED_PROXIES: "127.0.0.1",
      ...role,
    },
  });
  const other = (name: keyof Images, more: Record<string, unknown>) => ({
    network_mode: "host",
    image: images[name],
    ...more,
  });
  const override = {
    services: {
      migrate: mintwright(),
      "api-1": mintwright({ PORT: ports.api1, METRICS_PORT: ports.metrics1 }),
      "api-2": mintwright({ PORT: ports.api2, METRICS_PORT: ports.metrics2 }),
      worker: mintwright({
        METRICS_PORT: ports.worker,
        HEALTH_URL: `http://127.0.0.1:${ports.worker}/metrics`,
      }),
      haproxy: other("haproxy", {
        depends_on: "RESET",
        environment: {
          MINTWRIGHT_BIND: `127.0.0.1:${ports.haproxy}`,
          MINTWRIGHT_API_1: `127.0.0.1:${ports.api1}`,
          MINTWRIGHT_API_2: `127.0.0.1:${ports.api2}`,
          MINTWRIGHT_PROXY_METRICS_BIND: `127.0.0.1:${ports.proxyMetrics}`,
        },
      }),
      postgres: other("postgres", { environment: { PGPORT: ports.postgres } }),
      minio: other("minio", { environment: { MINIO_BIND: `:${ports.minio}` } }),
      mailpit: other("mailpit", {
        environment: {
          MP_SMTP_BIND_ADDR: `127.0.0.1:${ports.smtp}`,
          MP_UI_BIND_ADDR: `127.0.0.1:${ports.mail}`,
        },
      }),
      prometheus: other("prometheus", {
        command: [
          "--config.file=/etc/prometheus/host.yml",
          "--storage.tsdb.path=/prometheus",
          `--web.listen-address=127.0.0.1:${ports.prometheus}`,
        ],
        volumes: [`${prometheusConfig}:/etc/prometheus/host.yml:ro`],
      }),
    },
  };
  // JSON is YAML, but for the tag.
  return JSON.stringify(override).replaceAll('"RESET"', "!reset {}");
}
