// Strict base64url (RFC 7515, section 2) and base64 (RFC 4648, section 4, padded): no ignored
// characters, no leftover bits.

/** Undefined unless the text is exactly what an encoder writes for some bytes. */
export function readBase64Url(text: unknown): Buffer | undefined {
  return readEncoded(text, 'base64url');
}

/** Undefined unless the text is exactly what an encoder writes for some bytes. */
export function readBase64(text: unknown): Buffer | undefined {
  return readEncoded(text, 'base64');
}

function readEncoded(text: unknown, encoding: 'base64' | 'base64url'): Buffer | undefined {
  if (typeof text !== 'string') return undefined;
  const bytes = Buffer.from(text, encoding);
  return bytes.toString(encoding) === text ? bytes : undefined;
}
