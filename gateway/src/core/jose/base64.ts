// Strict base64 (RFC 4648, section 4): with padding, no ignored characters, no leftover bits.

/** Undefined unless the text is exactly what an encoder writes for some bytes. */
export function readBase64(text: unknown): Buffer | undefined {
  if (typeof text !== 'string') return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
