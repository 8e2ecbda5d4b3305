// Tests of coarse reasons: a customer learns nothing about a card that only its issuer knows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../http/caller.ts';
import { isIssuerAnswer, seenBy } from './coarse-reasons.ts';
import { commonRejectReasons, type RejectCode } from './reject-codes.ts';

const codes = Object.keys(commonRejectReasons) as RejectCode[];
const client = { kind: 'client' } as Caller;
const merchant = { kind: 'merchant' } as Caller;
const seen = (caller: Caller, rejectCode: RejectCode | null): RejectCode | null =>
  seenBy(caller, { rejectCode }).rejectCode;

test('a merchant gets every code, and both get no code where there is none', () => {
  for (const code of codes) assert.equal(seen(merchant, code), code);
  assert.deepEqual([seen(merchant, null), seen(client, null)], [null, null]);
});

test('a customer gets one code for everything that an issuer says about a card', () => {
  const hidden = codes.filter((code) => seen(client, code) !== code);
  assert.deepEqual(hidden, [
    'INSUFFICIENT_FUNDS',
    'EXPIRED_CARD',
    'LOST_CARD',
    'STOLEN_CARD',
    'LIMIT_EXCEEDED',
    'INVALID_CVV',
    'INVALID_CARD',
    'CARD_RESTRICTED',
    'SUSPECTED_FRAUD',
  ]);
  for (const code of hidden) assert.equal(seen(client, code), 'DO_NOT_HONOR');
});

test('answers of the issuer count as declines; technical reasons and rules do not', () => {
  const counted = codes.filter(isIssuerAnswer);
  assert.deepEqual(counted.slice(-2), ['SCA_FAILED', 'SCA_REJECTED']);
  assert.equal(counted.length, 12);
  for (const code of ['PROVIDER_UNAVAILABLE', 'ISSUER_UNAVAILABLE', 'UNSUPPORTED_BIN'] as const) {
    assert.equal(isIssuerAnswer(code), false, code);
  }
});
