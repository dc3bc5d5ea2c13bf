import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

export const topUpQuery = queryOptions({
  queryKey: ["credits", "top-up"],
  queryFn: () => call("GET /payments/top-up"),
});
