// Tests of the keys of previews: they contain the draft, end when they say so, and cannot be made
// or changed without the gateway's key.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secret } from '../../core/secret.ts';
import { createPreviews } from './preview.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const previews = createPreviews(secret(Buffer.alloc(32, 5)));
const preview = {
  merchantId: '10000001',
  draft: { color: '#0b6e4f', logo: null, savesCards: true },
  validUntil: now + 1000,
};

test('a key opens its preview until it ends', () => {
  const key = previews.keyOf(preview);
  assert.match(key, /^[\w-]+\.[0-9a-f]{64}$/);
  assert.deepEqual(previews.read(key, now), preview);
  assert.deepEqual(previews.read(key, preview.validUntil - 1), preview);
  assert.equal(previews.read(key, preview.validUntil), undefined);
});

test('changed keys and keys of others open nothing', () => {
  const key = previews.keyOf(preview);
  const [text = '', signature = ''] = key.split('.');
  const other = Buffer.from(JSON.stringify({ ...preview, merchantId: '10000002' }));
  const foreign = createPreviews(secret(Buffer.alloc(32, 6))).keyOf(preview);
  const bad = [
    `${other.toString('base64url')}.${signature}`,
    `${text}.${signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}`,
    `${text}.${signature.slice(0, -2)}`,
    `${text}.`,
    text,
    `.${signature}`,
    foreign,
    '',
    'x',
    `${key}\n`,
  ];
  for (const one of bad) assert.equal(previews.read(one, now), undefined, one);
});
