import { readFileSync } from "node:fs";
import { type Config, ConfigError } from "../config/index.ts";
import {
  CertificateError,
  type ContentCredentials,
  createC2paCredentials,
  generateCertificate,
  readCertificate,
  type SigningCertificate,
} from "../engines/credentials/index.ts";
import { getCredentialSeed } from "../features/images/index.ts";
import type { Database } from "../platform/database/database.ts";

/** The certificate of the operator, or one that is derived from the database's seed. */
export function openCertificate(
  { contentCredentials }: Pick<Config, "contentCredentials">,
  database: Database,
): () => Promise<SigningCertificate> {
  const files = contentCredentials?.certificate;
  if (files) {
    const certificate = readOperatorCertificate(files);
    return async () => certificate;
  }
  let generated: Promise<SigningCertificate> | undefined;
  return () => {
    generated ??= getCredentialSeed(database).then(({ seed, createdAt }) =>
      generateCertificate(seed, createdAt),
    );
    // The database may be away for a moment.
    generated.catch(() => {
      generated = undefined;
    });
    return generated;
  };
}

function readOperatorCertificate({ certFile, keyFile }: { certFile: string; keyFile: string }) {
  try {
    return readCertificate(readFileSync(certFile, "utf8"), readFileSync(keyFile, "utf8"));
  } catch (error) {
    const reason = error instanceof CertificateError ? error.message : "cannot be read with its key";
    throw new ConfigError([`CREDENTIALS_CERT_FILE: ${certFile} ${reason}`]);
  }
}

/** Says which certificate signs the images. Throws when the operator's certificate cannot. */
export async function describeCredentials({ contentCredentials }: Config): Promise<string> {
  if (!contentCredentials) return "turned off: images do not say that they are generated";
  if (!contentCredentials.certificate)
    return "signed with a generated certificate, which only who installs it trusts; set CREDENTIALS_CERT_FILE to use yours";
  readOperatorCertificate(contentCredentials.certificate);
  return `signed with ${contentCredentials.certificate.certFile}`;
}

/** Content credentials for images; undefined when the configuration turns them off. */
export function buildCredentials(config: Config, database: Database): ContentCredentials | undefined {
  return config.contentCredentials && createC2paCredentials(openCertificate(config, database));
}
