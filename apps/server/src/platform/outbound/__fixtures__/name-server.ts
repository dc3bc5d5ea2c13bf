import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIP } from "node:net";

/** The answer for a name: its addresses, `silent` for no reply, or a function called for each query. */
export type Answer = readonly string[] | "silent" | (() => readonly string[]);

export interface NameServer extends AsyncDisposable {
  readonly address: string;
  questions: number;
}

const TYPE_A = 1;
const TYPE_AAAA = 28;
const NAME_ERROR = 3;

/** Answers A and AAAA queries from a zone, over UDP with a TTL of zero; other names do not exist. */
export async function startNameServer(zone: Readonly<Record<string, Answer>>): Promise<NameServer> {
  const socket = createSocket("udp4");
  socket.on("message", (query, client) => {
    nameServer.questions += 1;
    const { name, type, end } = readQuestion(query);
    const answer = zone[name];
    if (answer === "silent") {
      return;
    }
    const addresses = typeof answer === "function" ? answer() : answer;
    const records = (addresses ?? [])
      .map((address) => ({ bytes: toBytes(address), type: isIP(address) === 4 ? TYPE_A : TYPE_AAAA }))
      .filter((record) => record.type === type)
      .map((record) => toRecord(record.type, record.bytes));
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180 | (addresses ? 0 : NAME_ERROR), 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), client.port, client.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const nameServer: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    questions: 0,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, "close");
    },
  };
  return nameServer;
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let offset = 12;
  for (let length = query.readUInt8(offset); length > 0; length = query.readUInt8(offset)) {
    labels.push(query.toString("latin1", offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(offset + 1), end: offset + 5 };
}

function toRecord(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function toBytes(address: string): Buffer {
  if (isIP(address) === 4) {
    return Buffer.from(address.split(".").map(Number));
  }
  // The URL parser normalises every IPv6 address to hex groups, including those with a dotted tail.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groupsOf = (text: string) => text.split(":").filter((group) => group !== "");
  const before = groupsOf(head);
  const after = groupsOf(tail ?? "");
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after];
  return Buffer.from(groups.map((group) => group.padStart(4, "0")).join(""), "hex");
}
