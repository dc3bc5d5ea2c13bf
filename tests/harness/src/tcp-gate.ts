import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy that can be closed, as when a network is cut. */
export interface TcpGate {
  port: number;
  /** Breaks every connection and refuses new ones. */
  close(): void;
  open(): void;
  stop(): void;
}

/** Starts a gate in front of a port of this machine. It is open. */
export async function startTcpGate(targetPort: number): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server = createServer((inner) => {
    if (!isOpen) return inner.destroy();
    const outer = connect(targetPort, "127.0.0.1");
    for (const [socket, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    close() {
      isOpen = false;
      breakAll();
    },
    open() {
      isOpen = true;
    },
    stop() {
      breakAll();
      server.close();
    },
  };
}
