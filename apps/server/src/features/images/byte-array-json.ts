// The decimal digits of each byte and a comma as one little-endian word, with the number of characters that count.
const words = new Uint32Array(256);
const lengths = new Uint8Array(256);
for (let value = 0; value < 256; value++) {
  const text = `${value},`;
  words[value] = Buffer.from(text.padEnd(4)).readUInt32LE();
  lengths[value] = text.length;
}

/**
 * Serialises bytes as a JSON array of integers, straight into a buffer. JSON.stringify of an array of a million numbers
 * takes many times as long and many times the memory (`npm run bench:images`).
 */
export function encodeByteArray(bytes: Uint8Array): Buffer {
  if (bytes.length === 0) return Buffer.from("[]");
  const json = Buffer.allocUnsafe(bytes.length * 4 + 4);
  const view = new DataView(json.buffer, json.byteOffset, json.byteLength);
  json[0] = "[".charCodeAt(0);
  let end = 1;
  for (let index = 0; index < bytes.length; index++) {
    const value = bytes[index] as number;
    view.setUint32(end, words[value] as number, true);
    end += lengths[value] as number;
  }
  json[end - 1] = "]".charCodeAt(0);
  return json.subarray(0, end);
}
