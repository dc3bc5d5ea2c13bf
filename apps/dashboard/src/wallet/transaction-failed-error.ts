/** A transaction that was mined and reverted. Its message is for the user. */
export class TransactionFailedError extends Error {
  override name = "TransactionFailedError";
}
