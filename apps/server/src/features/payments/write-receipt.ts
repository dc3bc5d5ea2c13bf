import { buffer } from "node:stream/consumers";
import { toCredits } from "@mintwright/api-contract";
import { formatAmount } from "./format-amount.ts";
import type { listPaidPayments } from "./payments.repository.ts";

/** What a receipt says. */
export interface Receipt {
  payment: Awaited<ReturnType<typeof listPaidPayments>>[number];
  /** Who received the money, one line each. */
  seller: string[];
  /** The emails of the account. */
  buyers: string[];
}

/** Writes the receipt of a payment as a PDF of one page. */
export async function writeReceipt({ payment, seller, buyers }: Receipt): Promise<Buffer> {
  // Loaded on demand: most installations sell no credits.
  const { default: PDFDocument } = await import("pdfkit");
  const { payment_id, credits, currency, paid_at, paid_amount, due_back, provider, provider_payment } =
    payment;
  const paidOn = paid_at.toISOString().slice(0, 10);
  const document = new PDFDocument({
    size: "A4",
    margin: 72,
    lang: "en",
    info: { Title: `Receipt ${payment_id}`, CreationDate: paid_at },
  });
  const bytes = buffer(document);
  document.font("Helvetica-Bold").fontSize(22).text("Receipt").moveDown(0.5);
  document.font("Helvetica").fontSize(10);
  for (const line of seller) document.text(line);
  document.moveDown(1.5);
  const rows: [name: string, value: string][] = [
    ["Receipt number", payment_id],
    ["Paid on", paidOn],
    ["Paid by", buyers.join(", ")],
    ["Paid with", `${provider}, ${provider_payment}`],
    ["Credits", toCredits(credits).toLocaleString("en")],
    ["Amount paid", formatAmount(paid_amount, currency)],
  ];
  if (due_back > 0) rows.push(["Credits refunded since", toCredits(due_back).toLocaleString("en")]);
  for (const [name, value] of rows) {
    const { y } = document;
    document.fillColor("#555555").text(name, 72, y, { width: 140 });
    document.fillColor("#000000").text(value || "-", 222, y, { width: 300 });
    document.moveDown(0.6);
  }
  document.end();
  return bytes;
}
