/** Reads bytes in the encoding that they are in, which is not always the one that they are said to be in. */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1];
  const told = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? "")?.[1];
  const mark = findByteOrderMark(bytes);
  for (const label of [mark, told, declared, "utf-8"]) {
    const text = label && tryDecode(bytes, label);
    if (text !== undefined && text !== "") return text;
  }
  // Neither what was said nor UTF-8: every byte is a letter in this one.
  return new TextDecoder("windows-1252").decode(bytes);
}

function findByteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

function tryDecode(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
