import { call } from "../api/call.ts";
import { formatUserAgent } from "../ui/format.ts";

/** True in browsers with passkeys, on pages that may use them (HTTPS or localhost). */
export function hasPasskeys(): boolean {
  return "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

/** Creates a passkey on this device and stores its public key. */
export async function addPasskey(): Promise<void> {
  const options = await call("GET /auth/passkey/generate-register-options");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await ask(() => navigator.credentials.create({ publicKey }));
  const name = formatUserAgent(navigator.userAgent);
  await call("POST /auth/passkey/verify-registration", { body: { name, response: credential.toJSON() } });
}

export async function signInWithPasskey(): Promise<void> {
  const options = await call("GET /auth/passkey/generate-authenticate-options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await ask(() => navigator.credentials.get({ publicKey }));
  await call("POST /auth/passkey/verify-authentication", { body: { response: credential.toJSON() } });
}

async function ask(run: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await run().catch((error: unknown) => {
    throw new Error(
      error instanceof DOMException && error.name === "InvalidStateError"
        ? "This device already has a passkey of yours."
        : "The passkey request was cancelled or timed out. Try again.",
    );
  });
  if (!(credential instanceof PublicKeyCredential))
    throw new Error("Your device returned no passkey. Try again.");
  return credential;
}
