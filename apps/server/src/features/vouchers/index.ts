export { listVouchers } from "./vouchers.repository.ts";
export { createVoucher, redeemVoucher } from "./vouchers.service.ts";
