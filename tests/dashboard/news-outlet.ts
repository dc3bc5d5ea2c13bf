import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";

const stories = [
  [
    "Bitcoin miners in Iceland switch to surplus geothermal power",
    "Three mining farms near Keflavik now run on heat that was vented before, and sell what they do not need back to the town's grid.",
  ],
  [
    "Ethereum developers agree on a date for the Larch upgrade",
    "The upgrade raises the number of blobs per block and removes an opcode that no contract has used since 2024. Clients are ready.",
  ],
  [
    "Small bakery in Lisbon issues loyalty points as tokens",
    "Customers collect a crumb token with every loaf. The baker says that regulars trade them for coffee among each other.",
  ],
  [
    "Solana validators test a faster way to restart after an outage",
    "In a drill on the test network the cluster came back within eleven minutes, down from several hours in earlier years.",
  ],
  [
    "Dutch museum mints its restoration diary as an NFT series",
    "Each of the forty pieces shows one day of work on a seventeenth-century altar, written by the restorers themselves.",
  ],
  [
    "Stablecoin issuer Harbor publishes daily proofs of its reserves",
    "The USDC rival lets anybody check the treasury bills behind its coin. Auditors sign the list every evening.",
  ],
  [
    "Lending protocol Fernwood repays every depositor after wind-down",
    "The DeFi project closed its pools in spring and returned the last deposit on Monday, with interest.",
  ],
  [
    "Polygon bridges a school's certificates for employers",
    "Graduates of a Nairobi college carry their diplomas in a wallet. Employers check them without a call to the office.",
  ],
  [
    "Wallet maker Latchkey opens its secure element to researchers",
    "Anybody may now read the firmware of the chip that keeps the keys. A bounty pays for what is found.",
  ],
  [
    "DAO of cyclists buys a disused railway in Tuscany",
    "Eleven thousand members voted on the route. The group wants to open forty kilometres of path before summer.",
  ],
  [
    "Avalanche subnet settles trades of a grain exchange",
    "Wheat contracts of a cooperative in Saskatchewan are matched off the chain and settled on it every hour.",
  ],
  [
    "Exchange Meridian lists tokenised shares of a wind park",
    "Neighbours of the turbines got the first choice. The shares pay a part of what the park earns each quarter.",
  ],
  [
    "Cardano team proves a voting contract correct by machine",
    "The proof covers every path that a ballot can take, and took two people the better part of a year.",
  ],
] as const;

const hostile = {
  title:
    "<img src=x onerror=\"window.stolen='title'\"><script>window.stolen='script'</script> Polkadot parachain pauses its auctions",
  text:
    "**bold** <svg onload=\"window.stolen='text'\"> [click](javascript:window.stolen='link') and " +
    "a-very-long-word".repeat(40),
};

/** An outlet with a feed, images, and one item that wants more than to be read. */
export interface NewsOutlet {
  hostAndPort: string;
  articles: number;
  close(): Promise<void>;
}

const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** An image that no other number has. */
function create(number: number): Promise<Buffer> {
  const hue = (number * 67) % 360;
  const hill = (y: number, lightness: number) =>
    `<path d="M0 ${y} Q ${200 + number * 31} ${y - 160} 520 ${y - 20} T 960 ${y - 60} V 540 H 0 Z" fill="hsl(${hue} 32% ${lightness}%)"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540"><rect width="960" height="540" fill="hsl(${hue} 45% 82%)"/><circle cx="${180 + number * 45}" cy="150" r="62" fill="hsl(${(hue + 40) % 360} 80% 90%)"/>${hill(330, 62)}${hill(410, 46)}${hill(490, 30)}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Starts the outlet on a free port. */
export async function startNewsOutlet(): Promise<NewsOutlet> {
  let hostAndPort = "";
  const server = createServer(async (request, response) => {
    const number = /^\/image-(\d+)\.png$/.exec(request.url ?? "")?.[1];
    if (number) {
      response.writeHead(200, { "content-type": "image/png" }).end(await create(Number(number)));
      return;
    }
    const item = (title: string, text: string, index: number) =>
      `<item><title>${escapeXml(escapeXml(title))}</title><link>https://outlet.example/${index}</link><guid isPermaLink="false">${index}</guid><description>${escapeXml(escapeXml(text))}</description><pubDate>${new Date(Date.now() - (index + 1) * 600_000).toUTCString()}</pubDate><enclosure url="http://${hostAndPort}/image-${index}.png" type="image/png" length="1"/></item>`;
    const items = stories.map(([title, text], index) => item(title, text, index));
    response.writeHead(200, { "content-type": "application/rss+xml" });
    response.end(
      `<?xml version="1.0"?><rss version="2.0"><channel><title>The Outlet</title><link>https://outlet.example/</link><description>d</description>${items.join("")}${item(hostile.title, hostile.text, stories.length)}</channel></rss>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    hostAndPort,
    articles: stories.length + 1,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
