import { StorageError } from "./object-store.ts";

/** Tells whether the server answered with this status. */
export function hasStatus(error: unknown, status: number): boolean {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === status;
}

/** Says in words what an operator can do about a bucket that does not answer as it should. */
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
        return `there is no bucket ${bucket} at ${where}: create it, or correct S3_BUCKET`;
      case "InvalidAccessKeyId":
      case "SignatureDoesNotMatch":
        return `${where} does not accept the credentials: check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`;
      case "AccessDenied":
      case "Forbidden":
      case "403":
        return `the credentials may not use the bucket ${bucket} at ${where}: allow them to get, put, list and delete`;
      case "CredentialsProviderError":
        return "there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
      case "PermanentRedirect":
      case "AuthorizationHeaderMalformed":
        return `the bucket ${bucket} is in another region: correct S3_REGION (${message})`;
      default:
        return hasStatus(error, 403)
          ? `${where} refuses the bucket ${bucket}: check credentials and permissions`
          : `${where} does not answer as it should (${[name, code, message].filter(Boolean).join(", ")})`;
    }
  };
  return new StorageError(reason(), error);
}
