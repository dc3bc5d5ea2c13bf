export { createC2paCredentials } from "./c2pa-credentials.ts";
export type { ContentCredentials, ImageOrigin } from "./content-credentials.ts";
export { addXmpToPng, writeXmp } from "./iptc-xmp.ts";
export {
  CertificateError,
  generateCertificate,
  readCertificate,
  type SigningCertificate,
} from "./signing-certificate.ts";
export { findCredentials } from "./upstream-credentials.ts";
