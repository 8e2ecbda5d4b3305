// The client accepts and refuses the published vectors of notifications as they say, and signs as
// they are signed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { signNotification } from './sign.ts';
import { verifyNotification } from './verify.ts';

interface Vector {
  readonly name: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly refusedWith: string | null;
}

const file = new URL('../../../docs/vectors/notifications.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: readonly Vector[] };

for (const { name, body, headers, secrets, now, refusedWith } of vectors) {
  test(`${refusedWith === null ? 'accepts' : 'refuses'} ${name}`, async () => {
    const result = await verifyNotification({
      body,
      headers,
      secrets,
      now: new Date(now * 1000),
    });
    assert.equal(result.ok ? null : result.error.code, refusedWith);
    if (result.ok) assert.deepEqual(result.event, JSON.parse(body));
  });
}

const signedWithOneSecret = vectors.filter(({ secrets, refusedWith }) => {
  return refusedWith === null && !secrets.includes('previous-secret');
});
for (const { name, body, headers, secrets } of signedWithOneSecret) {
  const isRoll = 'signature-previous' in headers;
  test(`signs ${name} in the same way`, async () => {
    const signed = await signNotification({
      message: JSON.parse(body) as Record<string, unknown>,
      secrets: isRoll ? [...secrets, 'previous-secret'] : secrets,
      at: new Date(Number(headers['webhook-timestamp']) * 1000),
    });
    assert.equal(signed.body, body);
    const { 'content-type': _type, ...signatures } = signed.headers;
    assert.deepEqual(signatures, headers);
  });
}
