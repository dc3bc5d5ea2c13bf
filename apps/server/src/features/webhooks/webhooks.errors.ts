import { AppError } from "../../platform/errors.ts";

/** The receiver cannot be used; the sentence says why. */
export class WebhookUrlRefusedError extends AppError {
  constructor(message: string, cause?: unknown) {
    super("webhook_url_refused", message, { cause });
  }
}

/** The account has no such endpoint. */
export class EndpointNotFoundError extends AppError {
  constructor() {
    super("not_found", "There is no such webhook endpoint. Look at the list of your account's endpoints.");
  }
}

/** The account has no such delivery. */
export class DeliveryNotFoundError extends AppError {
  constructor() {
    super("not_found", "There is no such delivery. GET /webhooks/deliveries lists those of your account.");
  }
}
