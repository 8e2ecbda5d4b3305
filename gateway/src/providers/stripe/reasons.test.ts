// Tests of the codes of Stripe: every one of the tables, unknown ones, and what may be tried
// elsewhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonRejectReasons } from '../reject-codes.ts';
import { declineCodes, declineOf, errorCodes } from './reasons.ts';

const wordsOf = (table: typeof declineCodes): [code: string, ours: string][] =>
  Object.entries(table).flatMap(([ours, codes]) =>
    codes.split(/\s+/).map((code): [string, string] => [code, ours]),
  );

test('each code is listed once in its table, as a word, for a code of ours', () => {
  for (const table of [declineCodes, errorCodes]) {
    const words = wordsOf(table);
    assert.equal(new Set(words.map(([code]) => code)).size, words.length);
    for (const [code, ours] of words) {
      assert.match(code, /^[a-z_0-9]+$/);
      assert.ok(ours in commonRejectReasons, ours);
    }
  }
});

test('every decline code has its reject code, whatever the code of the error', () => {
  for (const [code, ours] of wordsOf(declineCodes)) {
    const { rejectCode, providerCode } = declineOf(
      { code: 'card_declined', decline_code: code },
      null,
    );
    assert.deepEqual([rejectCode, providerCode], [ours, code]);
  }
});

test('every error code has its reject code', () => {
  for (const [code, ours] of wordsOf(errorCodes)) {
    const { rejectCode, providerCode } = declineOf({ code, decline_code: null }, null);
    assert.deepEqual([rejectCode, providerCode], [ours, code]);
  }
});

test('an unknown code is a decline without a reason, and is kept if it can be', () => {
  const known = { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: 'pi_1' };
  for (const code of ['brand_new', '__proto__', 'toString']) {
    assert.deepEqual(declineOf({ decline_code: code }, 'pi_1'), { ...known, providerCode: code });
    assert.deepEqual(declineOf({ code }, 'pi_1'), { ...known, providerCode: code });
  }
  for (const code of ['', 'a b', 'a\0', 'x'.repeat(65), 7, null, {}]) {
    assert.deepEqual(declineOf({ decline_code: code, code }, 'pi_1'), known);
  }
});

test('another provider may be tried if the issuer was not reached or Stripe may not', () => {
  const elsewhere = wordsOf(declineCodes)
    .map(([code]) => code)
    .filter((code) => declineOf({ decline_code: code }, null).mayTryElsewhere);
  assert.deepEqual(elsewhere.toSorted(), [
    'currency_not_supported',
    'issuer_not_available',
    'not_permitted',
    'processing_error',
    'try_again_later',
  ]);
  for (const code of ['rate_limit', 'api_key_expired', 'payment_method_unsupported_type']) {
    assert.equal(declineOf({ code }, null).mayTryElsewhere, true, code);
  }
  for (const code of ['card_declined', 'resource_missing', 'authentication_required']) {
    assert.equal(declineOf({ code }, null).mayTryElsewhere, undefined, code);
  }
});

test('a request that Stripe does not accept is our problem, and may be tried elsewhere', () => {
  const type = 'invalid_request_error';
  const refused = { kind: 'declined', reference: null, mayTryElsewhere: true };
  assert.deepEqual(declineOf({ type }, null), { ...refused, rejectCode: 'SYSTEM_ERROR' });
  assert.deepEqual(declineOf({ type, code: 'amount_too_small' }, null), {
    ...refused,
    rejectCode: 'AMOUNT_OUT_OF_RANGE',
    providerCode: 'amount_too_small',
  });
});
