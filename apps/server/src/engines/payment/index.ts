export {
  type PaymentFact,
  type PaymentProvider,
  UnsignedEventError,
} from "./payment-provider.ts";
