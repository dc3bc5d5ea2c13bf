/**
 * Tells whether an email lies in `.invalid`, a domain that receives no mail (RFC 6761). The sign-in library gives users of
 * a wallet such an email; a user who signed up with it first would lock the owner of the wallet out.
 */
export function isPlaceholderEmail(email: string): boolean {
  return /[@.]invalid\.?$/i.test(email);
}
