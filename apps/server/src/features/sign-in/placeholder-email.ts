/**
 * True for emails in `.invalid`, a domain that receives no mail (RFC 6761). The library gives wallet users such an email;
 * someone who signed up with it first would lock the wallet's owner out.
 */
export function isPlaceholderEmail(email: string): boolean {
  return /[@.]invalid\.?$/i.test(email);
}
