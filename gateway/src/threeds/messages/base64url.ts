// JSON in base64url, the encoding of messages that go through a browser. Decoding is strict: one
// alphabet, no stray bits, valid UTF-8, bounded size and depth.

import { readJson, writeJson } from '../../core/json.ts';

const MAX_LENGTH = 65_536;
const MAX_DEPTH = 8;
const FORM = /^([A-Za-z0-9_-]+)(={0,2})$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function encodeJson(value: unknown): string {
  return Buffer.from(writeJson(value)).toString('base64url');
}

/** Undefined for anything that is not JSON in base64url; exact padding is allowed. */
export function decodeJson(text: string): unknown {
  if (text.length > MAX_LENGTH) return undefined;
  const [, digits = '', padding = ''] = FORM.exec(text) ?? [];
  if (digits === '' || (padding !== '' && text.length % 4 !== 0)) return undefined;
  const bytes = Buffer.from(digits, 'base64url');
  if (bytes.toString('base64url') !== digits) return undefined;
  try {
    return readJson(utf8.decode(bytes), { depth: MAX_DEPTH });
  } catch {
    return undefined;
  }
}
