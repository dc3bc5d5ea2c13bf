import { crc32 } from "node:zlib";
import type { DigitalSourceType } from "./content-credentials.ts";

export function nameSourceType(sourceType: DigitalSourceType): string {
  return `http://cv.iptc.org/newscodes/digitalsourcetype/${sourceType}`;
}

/** The IPTC's field for readers that know XMP and no C2PA, such as search engines. */
export function writeXmp(sourceType: DigitalSourceType): string {
  return (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ' +
    `Iptc4xmpExt:DigitalSourceType="${nameSourceType(sourceType)}"/></rdf:RDF></x:xmpmeta>`
  );
}

const headerLength = 33;

/** Adds XMP to a PNG after its header, without encoding the image again. */
export function addXmpToPng(png: Buffer, xmp: string): Buffer {
  const content = Buffer.from(`iTXtXML:com.adobe.xmp\0\0\0\0\0${xmp}`);
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(content.length - 4, 0);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return Buffer.concat([png.subarray(0, headerLength), chunk, png.subarray(headerLength)]);
}
