import { deflateSync } from "node:zlib";

/** A stream of a PDF, already encoded, and the entries of its dictionary. */
export interface RawStream {
  bytes: Buffer;
  entries?: string;
}

/** Writes a PDF of one page by hand, so that tests decide about every byte of it. */
export function writeRawPdf(content: RawStream, { catalog = "", objects = [] as string[] } = {}): Buffer {
  const bodies: (string | RawStream)[] = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    content,
    ...objects,
  ];
  const chunks: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const offsets: number[] = [];
  let length = chunks[0]?.length ?? 0;
  const write = (bytes: Buffer) => {
    chunks.push(bytes);
    length += bytes.length;
  };
  for (const [index, body] of bodies.entries()) {
    offsets.push(length);
    write(Buffer.from(`${index + 1} 0 obj\n`));
    if (typeof body === "string") write(Buffer.from(body));
    else {
      write(Buffer.from(`<< /Length ${body.bytes.length} ${body.entries ?? ""} >>\nstream\n`));
      write(body.bytes);
      write(Buffer.from("\nendstream"));
    }
    write(Buffer.from("\nendobj\n"));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const tail = `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${bodies.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...chunks, Buffer.from(tail)]);
}

/** Instructions that print one line of text. */
export function printLine(text: string): RawStream {
  return { bytes: Buffer.from(`BT /F1 12 Tf 72 720 Td (${text}) Tj ET`) };
}

/** A few kilobytes that unfold to so many bytes of spaces: one filter repeats each byte 128 times, one deflates that. */
export function foldSpaces(unfoldedBytes: number): RawStream {
  const runs = Buffer.alloc(unfoldedBytes / 64, Buffer.from([129, 0x20]));
  return { bytes: deflateSync(runs), entries: "/Filter [/FlateDecode /RunLengthDecode]" };
}
