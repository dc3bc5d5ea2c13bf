import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A server that must never be reached. It answers like a careless internal service and counts connections. */
export interface Trap extends AsyncDisposable {
  readonly port: number;
  connections: number;
}

const SECRET = "HTTP/1.1 200 OK\r\ncontent-length: 6\r\ncontent-type: image/png\r\n\r\nsecret";

/** Listens on every address of the machine by default, IPv4 and IPv6. */
export async function startTrap(host = "::", port = 0): Promise<Trap> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    trap.connections += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => socket.end(SECRET));
  });
  server.listen(port, host);
  await once(server, "listening");
  const trap: Trap = {
    port: (server.address() as AddressInfo).port,
    connections: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) {
        socket.destroy();
      }
      server.close();
      await once(server, "close");
    },
  };
  return trap;
}
