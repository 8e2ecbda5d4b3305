// HMAC-SHA256 (RFC 2104) with keys that sign many messages. `createHmac` makes two objects for each
// message, which costs three times as much as the two hashes.

import { hash, type BinaryToTextEncoding } from 'node:crypto';
import { open, type Secret } from '../../core/secret.ts';

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;

/** A block of the key and behind it the message; a block of the key and behind it a hash. */
interface PreparedKey {
  inner: Buffer;
  readonly outer: Buffer;
}

const prepared = new WeakMap<Secret<string>, PreparedKey>();

/** The key is the text of the secret in UTF-8. */
export function hmac(key: Secret<string>, text: string, encoding: BinaryToTextEncoding): string {
  let blocks = prepared.get(key);
  if (!blocks) prepared.set(key, (blocks = prepare(open(key))));
  // A character of a string has at most three bytes in UTF-8.
  const room = BLOCK_BYTES + text.length * 3;
  if (blocks.inner.length < room) blocks.inner = withRoom(blocks.inner, room);
  const { inner, outer } = blocks;
  const end = BLOCK_BYTES + inner.write(text, BLOCK_BYTES, 'utf8');
  outer.write(hash('sha256', inner.subarray(0, end), 'binary'), BLOCK_BYTES, 'latin1');
  return hash('sha256', outer, encoding);
}

function prepare(key: string): PreparedKey {
  const bytes = Buffer.from(key);
  const short = bytes.length > BLOCK_BYTES ? hash('sha256', bytes, 'buffer') : bytes;
  const block = (pad: number, room: number): Buffer => {
    const bytes = Buffer.alloc(BLOCK_BYTES + room);
    bytes.set(short);
    for (let index = 0; index < BLOCK_BYTES; index += 1) bytes[index] = (bytes[index] ?? 0) ^ pad;
    return bytes;
  };
  return { inner: block(INNER_PAD, 0), outer: block(OUTER_PAD, HASH_BYTES) };
}

function withRoom(inner: Buffer, room: number): Buffer {
  const larger = Buffer.alloc(room);
  inner.copy(larger, 0, 0, BLOCK_BYTES);
  return larger;
}
