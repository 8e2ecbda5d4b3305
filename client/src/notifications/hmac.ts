// HMAC-SHA256 with WebCrypto, and comparisons that take the same time for every input.

const encoder = new TextEncoder();

export type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

export function importKey(secret: Uint8Array<ArrayBuffer>): Promise<HmacKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']);
}

export async function hmac(key: HmacKey, text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytesOf(text)));
}

/** The number of steps depends only on the length, which is no secret. */
export function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0);
  return difference === 0;
}

export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Undefined if the text is not lower-case hexadecimal. */
export function fromHex(text: string): Uint8Array | undefined {
  if (!/^(?:[0-9a-f]{2})+$/.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Undefined if the text is not canonical base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return toBase64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
