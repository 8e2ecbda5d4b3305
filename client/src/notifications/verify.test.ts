// Verification of notifications: which are accepted, that every single-byte change is refused, and
// the explanation of each mistake.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { signNotification } from './sign.ts';
import { verifyNotification, type VerifyOptions } from './verify.ts';

const secret = 'notification-secret-żółw';
const old = 'old-secret';
const eventId = '0198c5d1-7b2a-7000-8000-000000000001';
const body =
  `{"event":"PAYMENT_STATUS","eventId":"${eventId}",` +
  '"occurredAt":"2026-03-01T12:00:00.050Z","merchantId":"10000001",' +
  '"paymentId":"0198c5d1-7b2a-7000-8000-000000000002","status":"COMPLETED","method":"CARD",' +
  '"channel":"WEBAPI","transKind":"AUTH","currency":"PLN","amount":"100.50",' +
  '"transType":"STANDARD","sequence":12,"extOrderId":"zamówienie \\"7\\"\\n🧾"}';
const now = new Date('2026-03-01T12:00:10.900Z');
const timestamp = '1772366410';

/** With other code than that of the client. */
const hmacOf = (key: string, text: string, form: 'hex' | 'base64'): string =>
  createHmac('sha256', key).update(text).digest(form);

function headersFor(key: string, text = body, at = timestamp): Record<string, string> {
  const values = Object.values(JSON.parse(text) as Record<string, unknown>).join('');
  return {
    signature: hmacOf(key, values, 'hex'),
    'webhook-id': eventId,
    'webhook-timestamp': at,
    'webhook-signature': `v1,${hmacOf(key, `${eventId}.${at}.${text}`, 'base64')}`,
  };
}

const headers = headersFor(secret);
const signature = headers['signature'] ?? '';
const onlySignature = { signature };
const { signature: _signature, ...onlyStandard } = headers;
const rolled = {
  ...headers,
  'signature-previous': headersFor(old)['signature'] ?? '',
  'webhook-signature': `${headers['webhook-signature']} ${headersFor(old)['webhook-signature']}`,
};

const verify = (more: Partial<VerifyOptions> = {}) =>
  verifyNotification({ body, headers, secrets: secret, now, ...more });

const accepted: [what: string, options: Partial<VerifyOptions>, warns?: true][] = [
  ['all headers', {}],
  ['bytes', { body: new TextEncoder().encode(body) }],
  ['a Buffer', { body: Buffer.from(body) }],
  ['a Headers object', { headers: new Headers(headers) }],
  ['names in other case', { headers: { ...onlyStandard, Signature: signature } }],
  ['values in lists', { headers: { ...onlyStandard, signature: [signature] } }],
  ['Standard Webhooks alone', { headers: onlyStandard }],
  ['Signature alone, if allowed', { headers: onlySignature, allowSignatureOnly: true }],
  ['a second secret that matches', { secrets: ['other', secret] }],
  ['a secret in the form of Standard Webhooks', { secrets: `whsec_${btoa64(secret)}` }],
  ['a roll with the new secret', { headers: rolled }],
  ['a roll with both secrets', { headers: rolled, secrets: [secret, old] }],
  ['a roll with the old secret', { headers: rolled, secrets: old }, true],
  ['a time at the limit', { now: new Date(1772366410_000 + 300_999) }],
  ['a future time at the limit', { now: new Date(1772366410_000 - 300_000) }],
  ['a larger tolerance', { now: new Date(1772366410_000 + 3600_000), toleranceSeconds: 3600 }],
];
for (const [what, options, warns] of accepted) {
  test(`accepts ${what}`, async () => {
    const result = await verify(options);
    assert.ok(result.ok, JSON.stringify(result));
    assert.deepEqual(result.event, JSON.parse(body));
    assert.equal(result.warning !== null, warns === true);
    const isStamped = options.headers !== onlySignature;
    assert.equal(result.sentAt?.getTime(), isStamped ? 1772366410_000 : undefined);
  });
}

function btoa64(text: string): string {
  return Buffer.from(text).toString('base64');
}

const spaced = JSON.stringify(JSON.parse(body), null, 2);
const sorted = JSON.stringify(
  Object.fromEntries(
    Object.entries(JSON.parse(body) as object).sort(([a], [b]) => (a < b ? -1 : 1)),
  ),
);
const doubled = body.replace('{', '{"status":"REJECTED",');
const late = new Date(1772366410_000 + 301_000);
const early = new Date(1772366410_000 - 301_000);
const without = (name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([own]) => own !== name));

const refused: [what: string, options: Partial<VerifyOptions>, code: string, hint?: RegExp][] = [
  ['no secret', { secrets: '' }, 'no-secret', /notification secret/],
  ['an empty list of secrets', { secrets: [] }, 'no-secret'],
  ['an undefined secret', { secrets: undefined as unknown as string }, 'no-secret'],
  ['no headers', { headers: {} }, 'missing-header', /Signature/],
  [
    'Signature alone',
    { headers: onlySignature },
    'missing-header',
    /webhook-id.*allowSignatureOnly/,
  ],
  ['no webhook-id', { headers: without('webhook-id') }, 'missing-header', /webhook-id/],
  ['no time', { headers: without('webhook-timestamp') }, 'missing-header', /webhook-timestamp/],
  [
    'no webhook-signature',
    { headers: without('webhook-signature'), allowSignatureOnly: true },
    'missing-header',
  ],
  ['Signature-Previous alone', { headers: { 'signature-previous': signature } }, 'missing-header'],
  [
    'a signature in upper case',
    { headers: { ...headers, signature: signature.toUpperCase() } },
    'malformed-header',
    /Signature/,
  ],
  ['a short signature', { headers: { ...headers, signature: 'abcd' } }, 'malformed-header'],
  [
    'two signatures in one header',
    { headers: { ...headers, signature: [signature, signature] } },
    'malformed-header',
  ],
  [
    'a time that is not a number',
    { headers: { ...headers, 'webhook-timestamp': 'now' } },
    'malformed-header',
  ],
  [
    'a time with a leading zero',
    { headers: { ...headers, 'webhook-timestamp': `0${timestamp}` } },
    'malformed-header',
  ],
  [
    'another version only',
    { headers: { ...headers, 'webhook-signature': 'v2,abcd' } },
    'malformed-header',
  ],
  ['a parsed body', { body: JSON.parse(body) as string }, 'body-not-text', /raw body/],
  ['an empty body', { body: '' }, 'body-empty'],
  ['empty bytes', { body: new Uint8Array() }, 'body-empty'],
  ['a body in Latin-1', { body: Buffer.from(body, 'latin1') }, 'body-not-utf8'],
  ['half a character', { body: `${body}\ud800` }, 'body-not-utf8'],
  ['a body that was cut', { body: body.slice(0, -1) }, 'body-not-json'],
  ['a form', { body: 'event=PAYMENT_STATUS' }, 'body-not-json'],
  ['a list', { body: '[]' }, 'body-not-flat'],
  ['a nested value', { body: body.replace('"CARD"', '{"a":1}') }, 'body-not-flat'],
  ['a repeated field', { body: doubled }, 'duplicate-field', /status/],
  [
    'a body with spaces',
    { body: spaced },
    'body-changed',
    /At character 1 the signed body has "\\"event/,
  ],
  ['a body with sorted fields', { body: sorted }, 'body-changed', /At character 2/],
  ['a body with a line break at its end', { body: `${body}\n` }, 'body-changed'],
  ['another secret', { secrets: 'other' }, 'wrong-secret', /not the API secret/],
  ['a secret with a line break', { secrets: `${secret}\n` }, 'wrong-secret', /remove them/],
  [
    'a body with replacement characters',
    { body: body.replace('ó', '\ufffd') },
    'wrong-secret',
    /character set/,
  ],
  [
    'Signature-Previous of another secret',
    { headers: { ...rolled, 'signature-previous': signature }, secrets: old },
    'wrong-secret',
  ],
  ['an old message', { now: late }, 'too-old', /301 s/],
  ['a message of the future', { now: early }, 'in-the-future', /301 s/],
  ['another id', { headers: { ...headers, 'webhook-id': 'other' } }, 'body-changed'],
];
for (const [what, options, code, hint = /\.$/] of refused) {
  test(`refuses ${what}: ${code}`, async () => {
    const result = await verify(options);
    assert.ok(!result.ok);
    assert.equal(result.error.code, code);
    assert.match(result.error.message, hint);
    assert.doesNotMatch(result.error.message, /notification-secret|NAME/);
  });
}

const ways: [what: string, headers: Record<string, string>][] = [
  ['all headers', headers],
  ['Standard Webhooks alone', onlyStandard],
  ['Signature alone', onlySignature],
];
for (const [what, secrets] of ways) {
  test(`no single-byte change of the body passes with ${what}`, async () => {
    const bytes = new TextEncoder().encode(body);
    const passed: string[] = [];
    const tryBody = async (changed: Uint8Array, name: string) => {
      const options = { body: changed, headers: secrets, allowSignatureOnly: true };
      if ((await verify(options)).ok) passed.push(name);
    };
    for (let index = 0; index < bytes.length; index += 1) {
      for (const mask of [1, 0x20, 0x80]) {
        const changed = bytes.slice();
        changed[index] = (changed[index] ?? 0) ^ mask;
        await tryBody(changed, `${index} changed by ${mask}`);
      }
      await tryBody(Buffer.concat([bytes.slice(0, index), bytes.slice(index + 1)]), `${index} cut`);
      const doubled = [bytes.slice(0, index), bytes.slice(index, index + 1), bytes.slice(index)];
      await tryBody(Buffer.concat(doubled), `${index} doubled`);
    }
    assert.deepEqual(passed, []);
  });
}

test('no single-byte change of a header passes', async () => {
  for (const [name, value] of Object.entries(headers)) {
    for (let index = 0; index < value.length; index += 1) {
      for (const letter of ['0', '1', 'A', 'b', '=', ' ']) {
        if (value[index] === letter) continue;
        const changed = value.slice(0, index) + letter + value.slice(index + 1);
        const result = await verify({ headers: { ...headers, [name]: changed } });
        assert.ok(!result.ok, `${name}: ${changed}`);
      }
    }
  }
});

/** The joined values are the same, so that Signature matches. */
const misread: [what: string, change: [from: string, to: string][]][] = [
  ['a field with another name', [['"status":', '"statuz":']]],
  [
    'fields in another order',
    [
      ['"transKind":"AUTH"', '"method":"AUTH"'],
      ['"method":"CARD"', '"transKind":"CARD"'],
    ],
  ],
  ['a value moved to the next field', [['"PLN","amount":"100.50"', '"PLN1","amount":"00.50"']]],
  [
    'digits moved from the MID',
    [
      ['"10000001"', '"1000000"'],
      ['"paymentId":"', '"paymentId":"1'],
    ],
  ],
  ['an amount as a number', [['"100.50"', '100.50']]],
  ['a number as text', [['"sequence":12', '"sequence":"12"']]],
];
for (const [what, changes] of misread) {
  test(`Signature alone does not accept ${what}`, async () => {
    const changed = changes.reduce((text, [from, to]) => text.replace(from, to), body);
    assert.notEqual(changed, body);
    const options = { body: changed, headers: onlySignature, allowSignatureOnly: true };
    const result = await verify(options);
    assert.ok(!result.ok);
    assert.equal(result.error.code, 'body-changed');
  });
}

test('test notifications are signed as the gateway signs', async () => {
  const message = { ...(JSON.parse(sorted) as object) };
  const at = new Date(1772366410_000);
  const signed = await signNotification({ message, secrets: [secret, old], at });
  assert.deepEqual(signed, { body, headers: { 'content-type': 'application/json', ...rolled } });
  const signedTest = await signNotification({
    message: { event: 'TEST', status: 'TEST' },
    secrets: secret,
  });
  const result = await verifyNotification({ ...signedTest, secrets: secret });
  assert.ok(result.ok && result.event.event === 'TEST' && result.event.sequence === 1);
});

test('a message that cannot be one is not signed', async () => {
  const secrets = secret;
  await assert.rejects(signNotification({ message: {}, secrets: '' }), TypeError);
  await assert.rejects(signNotification({ message: '[]', secrets }), TypeError);
  await assert.rejects(signNotification({ message: { a: { b: 1 } }, secrets }), TypeError);
});
