export {
  type FailedCharge,
  type PaymentFact,
  type PaymentProvider,
  type SavedMethod,
  UnsignedEventError,
} from "./payment-provider.ts";
