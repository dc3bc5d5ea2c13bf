export { createVoucher, redeemVoucher } from "./vouchers.service.ts";
