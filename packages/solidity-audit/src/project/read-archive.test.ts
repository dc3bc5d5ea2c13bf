import { strToU8, type Zippable, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { readArchive } from "./read-archive.ts";

const limits = { files: 3, bytes: 1_000_000 };
const vault = strToU8("contract Vault {}");
const read = (zip: Uint8Array) => readArchive(zip, limits);
const namesIn = (files: Zippable) => [...read(zipSync(files)).keys()];

/** Overwrites a 32-bit field in the directory entry of the only file. */
function patch(zip: Uint8Array, field: number, value: number): Uint8Array {
  const bytes = Buffer.from(zip);
  bytes.writeUInt32LE(value, bytes.indexOf("PK\u0001\u0002") + field);
  return bytes;
}

describe("a zip archive", () => {
  it("is unpacked as far as an audit reads it, packed or stored", () => {
    const files = { "a/Vault.sol": vault, "foundry.toml": [vault, { level: 0 as const }] as const };
    const nested = zipSync({ "Inner.sol": vault });
    const all = { ...files, "README.md": vault, "inner.zip": nested, "__MACOSX/V.sol": vault };
    expect(namesIn(all as unknown as Zippable)).toEqual(["a/Vault.sol", "foundry.toml"]);
    expect(Buffer.from(read(zipSync({ "Vault.sol": vault })).get("Vault.sol") ?? "").toString()).toBe(
      "contract Vault {}",
    );
  });

  it.each([
    "../Vault.sol",
    "a/../../Vault.sol",
    "/etc/Vault.sol",
    "C:/Vault.sol",
    "a\\Vault.sol",
    "../notes.txt",
  ])("with the path %s is refused", (name) => {
    expect(() => namesIn({ "Good.sol": vault, [name]: vault })).toThrow("leads out of the project");
  });

  it("with more files or bytes than allowed is refused before anything is unpacked", () => {
    const many = Object.fromEntries([1, 2, 3, 4].map((number) => [`${number}.sol`, vault]));
    expect(() => namesIn(many)).toThrow("more than 3 Solidity files or 1 MB");
    expect(() => namesIn({ "Bomb.sol": new Uint8Array(2_000_000) })).toThrow(
      "more than 3 Solidity files or 1 MB",
    );
  });

  it("whose files are larger than they claim, or changed, is refused", () => {
    const bomb = patch(zipSync({ "Bomb.sol": new Uint8Array(20_000_000) }), 24, 10);
    const start = performance.now();
    expect(() => read(bomb)).toThrow("damaged");
    expect(performance.now() - start).toBeLessThan(200);
    expect(() => read(patch(zipSync({ "Vault.sol": vault }), 16, 1))).toThrow("damaged");
    expect(() => read(strToU8("not a zip"))).toThrow("not a zip archive");
    expect(() => read(zipSync({ "Vault.sol": vault }).subarray(0, 60))).toThrow("not a zip archive");
    expect(() => read(patch(zipSync({ "Vault.sol": vault }), 42, 4_000_000_000))).toThrow("damaged");
  });

  it("with a symbolic link, an encrypted file or one name twice is refused", () => {
    const link = zipSync({ "Link.sol": [strToU8("/etc/passwd"), { os: 3, attrs: 0o120777 << 16 }] });
    expect(() => read(link)).toThrow("Link.sol as a symbolic link");
    expect(() => read(patch(zipSync({ "Vault.sol": vault }), 8, 0x0008_0001))).toThrow("encrypted");
    const two = Buffer.from(zipSync({ "A.sol": vault, "B.sol": vault }));
    two.write("A", two.lastIndexOf("B.sol"));
    expect(() => read(two)).toThrow("A.sol twice");
  });
});
