import type { Centicredits } from "@mintwright/api-contract";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { generateVoucherCode, hashVoucherCode } from "./voucher-code.ts";
import { insertVoucher, type NewVoucher, redeemStoredVoucher } from "./vouchers.repository.ts";

/** Creates a voucher and returns its code, which cannot be read again. */
export async function createVoucher(
  database: Database,
  voucher: Omit<NewVoucher, "codeHash">,
): Promise<string> {
  const code = generateVoucherCode();
  await insertVoucher(database, { ...voucher, codeHash: hashVoucherCode(code) });
  return code;
}

export async function redeemVoucher(
  database: Database,
  accountId: string,
  code: string,
): Promise<{ amount: Centicredits; balance: Centicredits }> {
  const redeemed = await redeemStoredVoucher(database, accountId, hashVoucherCode(code));
  if (!redeemed) {
    throw new AppError(
      "invalid_request",
      "This code is invalid, already redeemed or expired. Check it for typos, or ask the person who gave it to you.",
    );
  }
  return redeemed;
}
