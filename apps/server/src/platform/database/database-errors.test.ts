import { describe, expect, it } from "vitest";
import { isDatabaseAway, isLockTimeout, isLostConnection, isWorthRetrying } from "./database-errors.ts";

const withCode = (code: string) => Object.assign(new Error("from the server"), { code });

describe("an error of the database", () => {
  it.each([
    ["a refused connection", withCode("ECONNREFUSED")],
    ["a reset connection", withCode("ECONNRESET")],
    ["a connection that was closed", withCode("EPIPE")],
    ["a connection that ended", new Error("Connection terminated unexpectedly")],
    ["an answer that never came", new Error("Query read timeout")],
    ["a connection failure", withCode("08006")],
    ["too many connections", withCode("53300")],
    ["a full disk", withCode("53100")],
    ["a server that stops", withCode("57P01")],
    ["a server that starts", withCode("57P03")],
    ["a statement that was cancelled", withCode("57014")],
    ["a standby", withCode("25006")],
  ])("is worth another attempt, outcome unknown, after %s", (_case, error) => {
    expect([isLostConnection(error), isWorthRetrying(error), isLockTimeout(error)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("is told from the errors of other servers and of our own code", () => {
    const socketError = Object.assign(withCode("ECONNREFUSED"), { syscall: "connect" });
    for (const away of [socketError, withCode("57P03"), withCode("25006"), new Error("Query read timeout")])
      expect(isDatabaseAway(away)).toBe(true);
    for (const other of [
      new Error("no image"),
      withCode("23514"),
      withCode("ENOENT"),
      new TypeError("x"),
      undefined,
    ])
      expect(isDatabaseAway(other)).toBe(false);
  });

  it.each(["40001", "40P01", "55P03"])("is worth another attempt after the conflict %s", (code) => {
    const error = withCode(code);
    expect([isLostConnection(error), isWorthRetrying(error)]).toEqual([false, true]);
    expect(isLockTimeout(error)).toBe(code === "55P03");
  });

  it.each([
    ["a broken constraint", withCode("23514")],
    ["text that cannot be stored", withCode("22021")],
    ["JSON that cannot be read", withCode("22P02")],
    ["a missing function", withCode("42883")],
    ["an exception of ours", withCode("P0001")],
    ["a fault in our own code", new TypeError("x is not a function")],
    ["an amount that does not fit", new RangeError("too large")],
    ["nothing at all", undefined],
  ])("stays what it is after %s", (_case, error) => {
    expect([isLostConnection(error), isWorthRetrying(error)]).toEqual([false, false]);
  });
});
