import { AppError } from "../../platform/errors.ts";

/** The receiver cannot be used; the sentence says why. */
export class WebhookUrlRefusedError extends AppError {
  constructor(reason: string, cause?: unknown) {
    super("webhook_url_refused", `webhookUrl cannot be used: ${reason}`, { cause });
  }
}

/** The account has no such delivery. */
export class DeliveryNotFoundError extends AppError {
  constructor() {
    super("not_found", "There is no such delivery. GET /webhooks/deliveries lists those of your account.");
  }
}
