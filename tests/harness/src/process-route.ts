/** Makes processes reach a PostgreSQL server through another port. Kept in the environment, for forked test workers. */
export function setProcessRoute(serverUrl: string, poolerUrl: string): void {
  process.env[nameVariable(serverUrl)] = new URL(poolerUrl).port;
}

/** The URL that a process of a test is given for a database. */
export function routeProcess(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.port = process.env[nameVariable(databaseUrl)] ?? url.port;
  return url.href;
}

function nameVariable(serverUrl: string): string {
  return `POOLER_OF_PORT_${new URL(serverUrl).port}`;
}
