/** Writes a path of the contract, `/a/{id}`, as the router wants it, `/a/:id`. */
export function toRoutePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}
