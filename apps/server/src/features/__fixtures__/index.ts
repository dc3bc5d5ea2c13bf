export { createKeyedAccount, type KeyedAccount } from "./keyed-account.ts";
