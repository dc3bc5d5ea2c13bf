import { StorageError } from "./object-store.ts";

export function hasStatus(error: unknown, status: number): boolean {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === status;
}

/** Converts an S3 error to a message that tells the operator how to fix it. */
export function explainS3Failure(
  error: unknown,
  { bucket, endpoint, region }: { bucket: string; endpoint?: string | undefined; region: string },
): StorageError {
  if (error instanceof StorageError) return error;
  const where = endpoint ?? `Amazon S3 in ${region}`;
  const { name, message } = error as Error;
  const code = (error as NodeJS.ErrnoException).code;
  const reason = (): string => {
    switch (name) {
      case "NoSuchBucket":
        return `bucket ${bucket} does not exist at ${where}: create it, or correct S3_BUCKET`;
      case "InvalidAccessKeyId":
      case "SignatureDoesNotMatch":
        return `${where} rejects the credentials: check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`;
      case "AccessDenied":
      case "Forbidden":
      case "403":
        return `the credentials have no permission for the bucket ${bucket} at ${where}: allow them to get, put, list and delete`;
      case "CredentialsProviderError":
        return "no credentials found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
      case "PermanentRedirect":
      case "AuthorizationHeaderMalformed":
        return `the bucket ${bucket} is in another region: correct S3_REGION (${message})`;
      default:
        return hasStatus(error, 403)
          ? `${where} refuses the bucket ${bucket}: check credentials and permissions`
          : `${where} returned an unexpected response (${[name, code, message].filter(Boolean).join(", ")})`;
    }
  };
  return new StorageError(reason(), error);
}
