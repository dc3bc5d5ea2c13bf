export { createLeaseKeeper, type PlaceKeeper } from "./lease-keeper.ts";
export { createOwnPlaces } from "./server-places.ts";
