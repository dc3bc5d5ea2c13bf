import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const texts = /\.(js|css|html|svg)$/;

/**
 * Writes Brotli and gzip copies of every text file at the highest level. The server sends these instead of compressing
 * each response.
 */
export function compressFiles(): Plugin {
  return {
    name: "compress-files",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      for (const file of Object.values(bundle).filter(({ fileName }) => texts.test(fileName))) {
        const text = Buffer.from(file.type === "chunk" ? file.code : file.source);
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        const path = join(dir, file.fileName);
        await writeFile(`${path}.br`, await promisify(brotliCompress)(text, { params }));
        await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
      }
    },
  };
}
