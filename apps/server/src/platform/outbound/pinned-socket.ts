import { isIP, type LookupFunction, connect as openTcp, type Socket } from "node:net";
import { connect as openTls } from "node:tls";
import { hostOf, portOf } from "./target-url.ts";

/**
 * Connects to one of the checked addresses only, while TLS verifies the host of the URL. A host that is an IP address
 * never reaches `lookup`; it was checked by the same `isIP`.
 */
export function openPinnedSocket(url: URL, addresses: readonly string[]): Socket {
  const host = hostOf(url);
  const destination = { host, port: portOf(url), lookup: answerWith(addresses), autoSelectFamily: true };
  if (url.protocol === "http:") {
    return openTcp({ ...destination, noDelay: true });
  }
  return openTls({
    ...destination,
    ...(isIP(host) === 0 && { servername: host }),
    // HTTP/2 would bring a second parser with limits of its own.
    ALPNProtocols: ["http/1.1"],
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect here.
    rejectUnauthorized: true,
  });
}

function answerWith(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const [first] = answers;
    if (options.all || !first) {
      callback(null, answers);
    } else {
      callback(null, first.address, first.family);
    }
  };
}
