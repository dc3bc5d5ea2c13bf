import { printWhitePaper } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { foldSpaces, printLine, writeRawPdf } from "../__fixtures__/raw-pdf.ts";
import type { ReadDocument } from "./document.ts";
import { type DocumentReader, startDocumentReader, UnreadableDocumentError } from "./index.ts";

const megabyte = 1024 * 1024;
const bounds = { maxResidentBytes: 220 * megabyte, timeoutInMs: 12_000, maxLifeInMs: 60_000 };

let reader: DocumentReader;

beforeAll(() => {
  reader = startDocumentReader(bounds);
});

afterAll(() => reader[Symbol.asyncDispose]());

function read(body: Buffer | string, contentType = "text/html; charset=utf-8"): Promise<ReadDocument> {
  return reader.read({ bytes: Buffer.from(body), contentType });
}

async function readWords(body: Buffer | string, contentType?: string): Promise<string> {
  const { blocks } = await read(body, contentType);
  return blocks.map(({ text }) => text).join(" ");
}

async function readRefusal(body: Buffer | string, contentType?: string): Promise<string> {
  const error = await read(body, contentType).then(
    () => expect.fail("it was read"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UnreadableDocumentError);
  return (error as Error).message;
}

describe("what a document is", () => {
  it("is seen in its bytes: a page that says it is a PDF", async () => {
    expect(await readWords("<!doctype html><p>a page", "application/pdf")).toBe("a page");
  });

  it("is seen in its bytes: a PDF that says it is a page", async () => {
    expect(await readWords(writeRawPdf(printLine("a paper")), "text/html")).toBe("a paper");
  });

  it("may be plain text and Markdown", async () => {
    const { title, blocks } = await read("# Saltmarsh\nPays for\nwetlands.\n\nSecond.", "text/markdown");
    expect(title).toBe("Saltmarsh");
    expect(blocks).toEqual([
      { kind: "heading", text: "Saltmarsh" },
      { kind: "text", text: "Pays for wetlands." },
      { kind: "text", text: "Second." },
    ]);
  });

  it.each([
    ["an image", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "neither a web page nor text"],
    ["nothing", Buffer.alloc(0), "no text"],
    ["a page of scripts alone", "<script>render()</script>", "no text"],
    ["half a PDF", writeRawPdf(printLine("x")).subarray(0, 60), "PDF"],
    ["a PDF without text", writeRawPdf({ bytes: Buffer.from("0 0 m 9 9 l S") }), "a scan"],
  ])("is refused with a reason when it is %s", async (_what, body, reason) => {
    expect(await readRefusal(body)).toContain(reason);
  });
});

describe("the text of a page", () => {
  it("has no scripts, styles, menus, controls or comments in it, but their links", async () => {
    const page = `<title>Home</title><style>p { color: red }</style><nav><a href="/about">menu</a></nav>
      <h1>Heading</h1><p>One <b>two</b>&nbsp;th<i>ree</i></p><!-- comment --><script>code()</script>
      <button>press</button><svg><text>drawn</text></svg><template><p>later</p></template><p>four`;
    expect(await read(page)).toEqual({
      title: "Home",
      blocks: [
        { kind: "heading", text: "Heading" },
        { kind: "text", text: "One two three" },
        { kind: "text", text: "four" },
      ],
      links: ["/about"],
    });
  });

  it("has only what people can see", async () => {
    const page = `<p>seen</p><p hidden>a</p><div style="display: none">b<p>c</div><span aria-hidden="true">d</span>
      <p style="font-size:0">e</p><p>se\u200Ben\u{E0041} too</p>`;
    expect(await readWords(page)).toBe("seen seen too");
  });

  it("keeps the cells of a table apart", async () => {
    expect(await readWords("<table><tr><td>Team</td><td>19 %</td></tr><tr><td>Sale</td></tr></table>")).toBe(
      "Team 19 % Sale",
    );
  });
});

describe("the characters of a page", () => {
  const russian = "Соль и вода";
  const windows1251 = Buffer.from([0xd1, 0xee, 0xeb, 0xfc, 0x20, 0xe8, 0x20, 0xe2, 0xee, 0xe4, 0xe0]);
  const utf16 = Buffer.from(`\uFEFF<p>${russian}`, "utf16le");

  it.each([
    [
      "windows-1251 by its header",
      Buffer.concat([Buffer.from("<p>"), windows1251]),
      "text/html; charset=windows-1251",
    ],
    [
      "windows-1251 by its meta element",
      Buffer.concat([Buffer.from('<meta charset="windows-1251"><p>'), windows1251]),
      "text/html",
    ],
    ["utf-16 by its mark, against a wrong header", utf16, "text/html; charset=iso-8859-1"],
    ["utf-16 with the high byte first", Buffer.from(utf16).swap16(), "text/html"],
    ["utf-8 that nobody declared", `<p>${russian}`, "text/html"],
    ["utf-8 with a charset that does not exist", `<p>${russian}`, "text/html; charset=runes"],
  ])("are read as %s", async (_case, body, contentType) => {
    expect(await readWords(body, contentType)).toBe(russian);
  });

  it("are read as western European when they are no utf-8 and nothing is declared", async () => {
    expect(await readWords(Buffer.from("<p>Kaf\xe9", "latin1"), "text/html")).toBe("Kafé");
  });

  it("never break the database, whatever is declared", async () => {
    const words = await readWords("<p>a&#0;b\u0001c&#xD800;d", "text/html");
    expect(words.isWellFormed()).toBe(true);
    expect(words).not.toContain("\0");
    expect(words).not.toContain("\u0001");
  });
});

describe("a PDF", () => {
  it("is read with headings, whole paragraphs and page numbers, without running headers", async () => {
    const { title, blocks } = await read(await printWhitePaper(), "application/pdf");
    expect(title).toBe("Saltmarsh: a protocol for measured restoration");
    expect(blocks).toContainEqual({ kind: "heading", text: "8. The MARSH token", place: "page=3" });
    expect(blocks.find(({ text }) => text.startsWith("The supply of MARSH"))?.text).toMatch(
      /permit signatures\.$/,
    );
    expect(blocks.some(({ text }) => /version 1\.2|Page \d/.test(text))).toBe(false);
  });

  it("with scripts is read without running them", async () => {
    const script = "app.alert\\(1\\); while \\(true\\) {}; this.submitForm\\('http://127.0.0.1:9/'\\);";
    const pdf = writeRawPdf(printLine("harmless words"), {
      catalog: "/OpenAction 6 0 R /AA << /WC 6 0 R >>",
      objects: [`<< /Type /Action /S /JavaScript /JS (${script}) >>`],
    });
    expect(await readWords(pdf)).toBe("harmless words");
  });

  it("that leads in circles is given up", async () => {
    const pdf = writeRawPdf(printLine("x")).toString("latin1").replace("/Kids [3 0 R]", "/Kids [2 0 R]");
    expect(await readRefusal(Buffer.from(pdf, "latin1"))).toMatch(/PDF|could not be read/);
  });

  it("that unfolds to two gigabytes is put down in time, and the next one is read", async () => {
    const bomb = writeRawPdf(foldSpaces(2_048 * megabyte));
    expect(bomb.length).toBeLessThan(megabyte);
    const startedAt = performance.now();
    expect(await readRefusal(bomb)).toMatch(/more memory than it may|too long/);
    expect(performance.now() - startedAt).toBeLessThan(bounds.timeoutInMs + 2_000);
    expect(await readWords(writeRawPdf(printLine("still here")))).toBe("still here");
  });
});

describe("a page made to hurt", () => {
  it("is read when it is nested twenty thousand deep", async () => {
    const page = `${"<div>".repeat(20_000)}<p>deep down`;
    expect(await readWords(page)).toBe("deep down");
  });

  it("is put down when it is nested half a million deep, and the next one is read", async () => {
    // Also the time in which the next process must start.
    const timeoutInMs = 8_000;
    await using hurried = startDocumentReader({ ...bounds, timeoutInMs });
    const page = `${"<div>".repeat(500_000)}${"</a></p>".repeat(500_000)}`;
    const startedAt = performance.now();
    await hurried.read({ bytes: Buffer.from(page), contentType: "text/html" }).catch((error: unknown) => {
      expect(error).toBeInstanceOf(UnreadableDocumentError);
    });
    expect(performance.now() - startedAt).toBeLessThan(timeoutInMs + 5_000);
    const next = await hurried.read({ bytes: Buffer.from("<p>next"), contentType: "text/html" });
    expect(next.blocks).toEqual([{ kind: "text", text: "next" }]);
  });

  it("is cut when it has more text than anybody asks about", async () => {
    const { blocks } = await read(`<p>${"word ".repeat(50_000)}</p>`.repeat(6));
    expect(blocks.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(1_000_000);
  });
});

it("reads documents that are given at once one after another, each its own", async () => {
  const words = await Promise.all(Array.from({ length: 8 }, (_, index) => readWords(`<p>page ${index}`)));
  expect(words).toEqual(Array.from({ length: 8 }, (_, index) => `page ${index}`));
});
