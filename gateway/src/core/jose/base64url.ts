// Strict base64url (RFC 7515, section 2): no padding, no ignored characters, no leftover bits.

/** Undefined unless the text is exactly what an encoder writes for some bytes. */
export function readBase64Url(text: unknown): Buffer | undefined {
  if (typeof text !== 'string') return undefined;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
