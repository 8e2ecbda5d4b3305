// The digest by which a BLIK phone notices that it shows something old.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestOf, type PhoneState } from './views.ts';

const push = (pushId: string) => ({ pushId }) as PhoneState['pushes'][number];
const alias = (aliasId: string) => ({ aliasId }) as PhoneState['aliases'][number];
const code = (expiresAt: string) => ({ expiresAt }) as PhoneState['code'];

test('the digest changes with the code, the payments and the saved shops, and stays short', () => {
  const empty: PhoneState = { code: null, pushes: [], aliases: [] };
  const states: PhoneState[] = [
    empty,
    { ...empty, code: code('2026-03-01T12:00:00Z') },
    { ...empty, code: code('2026-03-01T12:02:00Z') },
    { ...empty, pushes: [push('a')] },
    { ...empty, pushes: [push('b')] },
    { ...empty, pushes: [push('a'), push('b')] },
    { ...empty, pushes: [push('a')], aliases: [alias('b'), alias('c')] },
    { ...empty, aliases: Array.from({ length: 50 }, (_, at) => alias(`saved shop ${at}`)) },
  ];
  const digests = states.map(digestOf);
  assert.equal(new Set(digests).size, states.length);
  // A part of an address may have at most 100 characters.
  for (const digest of digests) assert.match(digest, /^[\w-]{43}$/);
  assert.equal(digestOf(empty), digests[0]);
});
