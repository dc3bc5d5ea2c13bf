export { createKeyedAccount, type KeyedAccount } from "./keyed-account.ts";
export { type PlantedCollection, plantCollection } from "./planted-collection.ts";
