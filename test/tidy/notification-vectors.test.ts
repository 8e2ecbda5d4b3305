// The published vectors of notifications: fresh, and confirmed by the gateway's own signatures and
// by the library of Standard Webhooks.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { notificationVectors } from '@bramka/cli/vectors/notification-vectors.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { eventFields } from '@bramka/gateway/events/event.ts';
import { notificationHeaders, signedText } from '@bramka/gateway/events/message/sign.ts';
import { readText, root } from './source.ts';

const file = 'docs/vectors/notifications.json';

interface Vector {
  readonly name: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly signedText: string | null;
  readonly signedContent: string;
  readonly isSignatureValid: boolean;
  readonly isStandardValid: boolean;
  readonly refusedWith: string | null;
}

const { vectors, toleranceSeconds } = JSON.parse(readText(file)) as {
  readonly vectors: readonly Vector[];
  readonly toleranceSeconds: number;
};

test(`keeps ${file} fresh`, () => {
  assert.ok(readText(file) === notificationVectors(), 'it is stale: run `npm run docs`');
});

test('there are accepted and refused vectors, each with its own name', () => {
  assert.equal(new Set(vectors.map(({ name }) => name)).size, vectors.length);
  const refused = vectors.filter(({ refusedWith }) => refusedWith !== null);
  assert.ok(refused.length >= 7 && vectors.length - refused.length >= 10);
});

test('the client knows the fields of notifications in their order', async () => {
  // The client has no entry point for it, because merchants do not need it.
  const path = join(root, 'client/src/notifications/notification.ts');
  const { notificationFields } = (await import(path)) as { notificationFields: string[] };
  assert.deepEqual(notificationFields, [...eventFields]);
});

const accepted = vectors.filter(({ refusedWith }) => refusedWith === null);

for (const { name, body, headers, signedText: text } of accepted) {
  test(`the gateway sends the headers of ${name}`, () => {
    const signers = ['notification-secret-żółw-🔑', 'previous-secret'].map((one) => secret(one));
    const isRoll = 'signature-previous' in headers;
    const sent = notificationHeaders(
      body,
      headers['webhook-id'] ?? '',
      isRoll ? signers : signers.slice(0, 1),
      Number(headers['webhook-timestamp']) * 1000 + 999,
    );
    const { 'content-type': _type, 'user-agent': _agent, ...signatures } = sent;
    assert.deepEqual(signatures, headers);
    assert.equal(signedText(body), text);
    const names = Object.keys(JSON.parse(body) as object);
    assert.deepEqual(
      names,
      eventFields.filter((field) => names.includes(field)),
    );
  });
}

for (const { name, body, headers, secrets, now, isStandardValid } of vectors) {
  test(`Standard Webhooks ${isStandardValid ? 'accepts' : 'refuses'}: ${name}`, (context) => {
    context.mock.timers.enable({ apis: ['Date'], now: now * 1000 });
    const isAccepted = secrets.some((one) => {
      const library = new Webhook(`whsec_${Buffer.from(one).toString('base64')}`);
      try {
        library.verify(body, headers);
        return true;
      } catch {
        return false;
      }
    });
    context.mock.timers.reset();
    assert.equal(isAccepted, isStandardValid);
    assert.equal(toleranceSeconds, 300);
  });
}

for (const { name, headers, secrets, signedText: text, isSignatureValid } of vectors) {
  test(`Signature ${isSignatureValid ? 'matches' : 'does not match'}: ${name}`, () => {
    const signatures = [headers['signature'], headers['signature-previous']];
    const expected = secrets.map((one) => {
      return createHmac('sha256', one)
        .update(text ?? 'none')
        .digest('hex');
    });
    assert.equal(
      expected.some((one) => signatures.includes(one)),
      isSignatureValid,
    );
  });
}
