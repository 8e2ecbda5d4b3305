// Tests of reading answers of a token service: exact answers have a meaning, anything else is
// unknown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandom } from '../../core/random.ts';
import { open, secret } from '../../core/secret.ts';
import { encryptValues, keysOf } from './encrypted-values.ts';
import {
  readCryptogram,
  readFound,
  readProvision,
  readRemoved,
  readVisual,
} from './read-answer.ts';

const { encryption: key } = keysOf(secret(Buffer.alloc(32, 1)));
const CARD = '4111111111111111';
const TOKEN = '4895370000000007';
const garbage = { kind: 'unknown', why: 'garbage' };
const asked = { requestId: 'r-1', cardNumber: secret(CARD) };

const infoOf = (change: object = {}): string =>
  encryptValues(
    key,
    { instrumentRef: 'ref-1', number: TOKEN, expiry: '203012', ...change },
    systemRandom,
  );
const token = {
  instrumentRef: 'ref-1',
  status: 'ACTIVE',
  encTokenInfo: infoOf(),
  paymentAccountReference: `V001${'A'.repeat(25)}`,
  cardLastFour: '1111',
  visualId: 'v-1',
  sequence: 0,
};
const answer = (body: unknown, status = 200) => ({ status, body });
const provisioned = (change: object = {}) =>
  answer({ result: 'PROVISIONED', requestId: 'r-1', token: { ...token, ...change } });

test('a provisioned token is read with its number and expiry', () => {
  const read = readProvision(provisioned(), key, asked);
  assert.equal(read.kind, 'provisioned');
  if (read.kind !== 'provisioned') return;
  const { number, expiry, ...others } = read.token;
  assert.deepEqual([open(number), open(expiry)], [TOKEN, '203012']);
  const { encTokenInfo: _, ...plain } = token;
  assert.deepEqual(others, plain);
});

test('a token without account reference and picture has none', () => {
  const read = readProvision(
    provisioned({ paymentAccountReference: undefined, visualId: null }),
    key,
    asked,
  );
  assert.ok(read.kind === 'provisioned');
  assert.equal(read.token.paymentAccountReference, null);
  assert.equal(read.token.visualId, null);
});

const badTokens: [what: string, change: object][] = [
  ['another requestId', {}],
  ['no reference', { instrumentRef: undefined }],
  ['a reference with spaces', { instrumentRef: 'ref 1' }],
  ['an unknown status', { status: 'PENDING' }],
  ['a number in clear', { encTokenInfo: TOKEN }],
  ['the number of another token', { encTokenInfo: infoOf({ instrumentRef: 'ref-2' }) }],
  ['a wrong check digit', { encTokenInfo: infoOf({ number: '4895370000000001' }) }],
  ['a number that is too short', { encTokenInfo: infoOf({ number: '42' }) }],
  ['the number of the card', { encTokenInfo: infoOf({ number: CARD }) }],
  ['no expiry', { encTokenInfo: infoOf({ expiry: undefined }) }],
  ['an expiry without such a month', { encTokenInfo: infoOf({ expiry: '203013' }) }],
  ['three digits of the card', { cardLastFour: '111' }],
  ['a short account reference', { paymentAccountReference: 'V001' }],
  ['a picture id that is a path', { visualId: '../x' }],
  ['no sequence', { sequence: undefined }],
  ['a sequence as text', { sequence: '1' }],
];
for (const [what, change] of badTokens) {
  test(`a token with ${what} is unknown`, () => {
    const given = what === 'another requestId' ? { ...asked, requestId: 'r-2' } : asked;
    assert.deepEqual(readProvision(provisioned(change), key, given), garbage);
  });
}

test('a decline has a known reject code', () => {
  const declined = (rejectCode: unknown) =>
    readProvision(answer({ result: 'DECLINED', requestId: 'r-1', rejectCode }), key, asked);
  for (const code of ['TOKENIZATION_DECLINED', 'INVALID_CARD', 'EXPIRED_CARD'] as const) {
    assert.deepEqual(declined(code), { kind: 'declined', rejectCode: code });
  }
  for (const code of ['STOLEN_CARD', 'toString', undefined, 7]) {
    assert.deepEqual(declined(code), { kind: 'declined', rejectCode: 'TOKENIZATION_DECLINED' });
  }
});

test('another status than 200 is an error of the service', () => {
  const failed = { kind: 'unknown', why: 'provider-error' };
  const { body } = provisioned();
  assert.deepEqual(readProvision(answer(body, 503), key, asked), failed);
  assert.deepEqual(readFound(answer({ result: 'FOUND', token }, 500), key, 'ref-1'), failed);
  assert.deepEqual(
    readRemoved(answer({ result: 'REMOVED', instrumentRef: 'a' }, 401), 'a'),
    failed,
  );
  assert.deepEqual(readCryptogram(answer({}, 404), 'a'), failed);
});

test('bodies that are no answer are unknown', () => {
  for (const body of [undefined, null, 'text', [], {}, { result: 'OK' }]) {
    assert.deepEqual(readProvision(answer(body), key, asked), garbage);
    assert.deepEqual(readFound(answer(body), key, 'ref-1'), garbage);
    assert.deepEqual(readRemoved(answer(body), 'ref-1'), garbage);
    assert.deepEqual(readCryptogram(answer(body), 'ref-1'), garbage);
    assert.equal(readVisual(answer(body), 'ref-1', 'v-1'), undefined);
  }
});

test('a token is found, or not, by its own reference only', () => {
  const found = answer({ result: 'FOUND', token });
  assert.equal(readFound(found, key, 'ref-1').kind, 'found');
  assert.deepEqual(readFound(found, key, 'ref-2'), garbage);
  const missing = answer({ result: 'NOT_FOUND', instrumentRef: 'ref-1' });
  assert.deepEqual(readFound(missing, key, 'ref-1'), { kind: 'not-found' });
  assert.deepEqual(readFound(missing, key, 'ref-2'), garbage);
  assert.deepEqual(readRemoved(missing, 'ref-1'), { kind: 'removed' });
  const removed = answer({ result: 'REMOVED', instrumentRef: 'ref-1' });
  assert.deepEqual(readRemoved(removed, 'ref-1'), { kind: 'removed' });
  assert.deepEqual(readRemoved(removed, 'ref-2'), garbage);
});

test('a cryptogram is 20 bytes and goes with its token', () => {
  const cryptogram = Buffer.alloc(20, 9).toString('base64');
  const issued = { result: 'ISSUED', instrumentRef: 'ref-1', cryptogram, eci: '07' };
  const read = readCryptogram(answer(issued), 'ref-1');
  assert.ok(read.kind === 'issued');
  assert.deepEqual([open(read.cryptogram), read.eci], [cryptogram, '07']);
  for (const change of [
    { instrumentRef: 'ref-2' },
    { cryptogram: Buffer.alloc(16).toString('base64') },
    { cryptogram: undefined },
    { eci: '7' },
  ]) {
    assert.deepEqual(readCryptogram(answer({ ...issued, ...change }), 'ref-1'), garbage);
  }
});

test('a refused cryptogram has a known reason', () => {
  const refused = (why: unknown) =>
    readCryptogram(answer({ result: 'REFUSED', instrumentRef: 'ref-1', why }), 'ref-1');
  for (const why of ['SUSPENDED', 'DELETED', 'NOT_FOUND']) {
    assert.deepEqual(refused(why), { kind: 'refused', why });
  }
  assert.deepEqual(refused('OTHER'), garbage);
});

test('a picture has a known type and a size', () => {
  const picture = {
    result: 'FOUND',
    instrumentRef: 'ref-1',
    visualId: 'v-1',
    mimeType: 'image/svg+xml',
    width: 1536,
    height: 969,
    data: Buffer.from('<svg/>').toString('base64'),
  };
  const read = readVisual(answer(picture), 'ref-1', 'v-1');
  assert.deepEqual(read, {
    mimeType: 'image/svg+xml',
    width: 1536,
    height: 969,
    data: Buffer.from('<svg/>'),
  });
  for (const change of [
    { visualId: 'v-2' },
    { mimeType: 'text/html' },
    { width: 0 },
    { height: 10_001 },
    { height: 1.5 },
    { data: '' },
    { data: '<svg/>' },
  ]) {
    assert.equal(readVisual(answer({ ...picture, ...change }), 'ref-1', 'v-1'), undefined);
  }
});
