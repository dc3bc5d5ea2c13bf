import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";

type Respond = (response: ServerResponse, query: URLSearchParams, socket: Socket) => void;

const BOMB_BYTES = 64 * 1024 * 1024;
const zeros = Buffer.alloc(BOMB_BYTES);
const gzipBomb = gzipSync(zeros);
const brotliBomb = brotliCompressSync(zeros, { params: { 1: 4 } });
const gzipHeader = Buffer.from("1f8b0800000000000003", "hex");
/** Valid deflate blocks that decode to nothing. */
const emptyBlocks = Buffer.alloc(5 * 4_000, Buffer.from("000000ffff", "hex"));

/** One path for each kind of misbehaviour. */
export const hostileResponses: Readonly<Record<string, Respond>> = {
  "/redirect": (response, query) => {
    // The header's bytes are UTF-8; Node takes latin1.
    const location = Buffer.from(query.get("to") ?? "").toString("latin1");
    response.writeHead(Number(query.get("status") ?? 302), { location }).end("moved");
  },
  "/loop": (response) => response.writeHead(302, { location: "/loop" }).end(),
  "/two-locations": raw("HTTP/1.1 302 Found\r\nlocation: /a\r\nlocation: /b\r\ncontent-length: 0\r\n\r\n"),
  "/etag": (response) => response.writeHead(304, { etag: '"1"' }).end(),
  "/cookie": (response) => response.writeHead(200, { "set-cookie": "a=b" }).end(),
  "/gzip": (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("fine")),

  "/html": (response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
  "/no-type": (response) => response.writeHead(200).end("?"),
  "/odd-type": (response) => response.writeHead(200, { "content-type": "image" }).end("?"),
  "/not-found": (response) => response.writeHead(404, { "content-type": "text/html" }).end("gone"),

  "/announced": raw("HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\nx"),
  "/endless": forever("HTTP/1.1 200 OK\r\n\r\n", Buffer.alloc(16_384, "x")),
  "/endless-chunks": forever(
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
    Buffer.from(`1000\r\n${"x".repeat(4096)}\r\n`),
  ),
  "/gzip-bomb": (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipBomb),
  "/brotli-bomb": (response) => response.writeHead(200, { "content-encoding": "br" }).end(brotliBomb),
  "/gzip-of-nothing": forever(
    Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n"), gzipHeader]),
    emptyBlocks,
  ),
  "/gzip-twice": (response) =>
    response.writeHead(200, { "content-encoding": "gzip, gzip" }).end(gzipSync(gzipBomb)),
  "/zstd": (response) => response.writeHead(200, { "content-encoding": "zstd" }).end("?"),
  "/gzip-cut": (response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("fine").subarray(0, -6)),
  "/gzip-garbage": (response) => response.writeHead(200, { "content-encoding": "gzip" }).end("not gzip"),

  "/silent": () => {},
  "/slow-headers": drip("HTTP/1.1 200 OK\r\nx-slow: "),
  "/slow-body": drip("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n"),
  "/endless-hints": forever("", Buffer.from("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(50))),

  "/huge-headers": raw(`HTTP/1.1 200 OK\r\nx-huge: ${"x".repeat(70_000)}\r\ncontent-length: 0\r\n\r\n`),
  "/endless-headers": forever("HTTP/1.1 200 OK\r\n", Buffer.from("x-more: and more\r\n".repeat(100))),
  "/endless-header": forever("HTTP/1.1 200 OK\r\nx-long: ", Buffer.alloc(4096, "x")),
  "/endless-trailers": forever(
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n",
    Buffer.from("x-more: and more\r\n".repeat(100)),
  ),
  "/endless-reason": forever("HTTP/1.1 200 ", Buffer.alloc(4096, "x")),
  "/endless-chunk-extension": forever(
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;",
    Buffer.alloc(4096, "x"),
  ),

  "/length-too-long": raw("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort"),
  "/length-too-short": raw("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfine, and more"),
  "/two-lengths": raw("HTTP/1.1 200 OK\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nfine!"),
  "/negative-length": raw("HTTP/1.1 200 OK\r\ncontent-length: -4\r\n\r\nfine"),
  "/length-and-chunked": raw(
    "HTTP/1.1 200 OK\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n4\r\nfine\r\n0\r\n\r\n",
  ),
  "/chunks-cut": raw("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nfi"),
  "/hang-up": raw(""),
  "/reset": (_response, _query, socket) => socket.resetAndDestroy(),
  "/reset-body": (_response, _query, socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf", () =>
      setTimeout(() => socket.resetAndDestroy(), 20),
    );
  },
  "/not-http": raw("220 mail.example ESMTP\r\n"),
  "/continue-unasked": raw("HTTP/1.1 100 Continue\r\n\r\n"),
  "/upgrade": raw("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: raw\r\n\r\n"),
};

function raw(text: string): Respond {
  return (_response, _query, socket) => socket.end(text);
}

function forever(start: string | Buffer, more: Buffer): Respond {
  return (_response, _query, socket) => {
    const write = () => {
      while (!socket.destroyed && socket.write(more)) {}
    };
    socket.on("drain", write);
    socket.write(start);
    write();
  };
}

function drip(start: string): Respond {
  return (_response, _query, socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write("x"), 30);
    socket.once("close", () => clearInterval(timer));
  };
}
