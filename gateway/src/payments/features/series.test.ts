// Tests of payments without the customer: an agreement can be used only while it is in force, and
// only for its card.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds, type TimeAndIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { Draft } from '../../journal/entry.ts';
import { createMemory } from '../../journal/testing/memory-committer.ts';
import {
  isInForce,
  newAgreement,
  recurringAgreements,
  type Agreement,
} from '../model/agreement.ts';
import type { Decision } from '../decisions/decision.ts';
import { decideRegister } from '../decisions/register.ts';
import { freshPayment } from '../decisions/testing/fresh-payment.ts';
import { useAgreement, type AgreementUse } from './series.ts';

const START = Date.parse('2026-03-15T12:00:00Z');
const ids = createIds({ now: () => START }, seededRandom(1));
const fingerprint = Buffer.from('10000001 card');
const key = { merchantId: '10000001', paymentId: ids.next() };
const terms = {
  amountMinor: 100n,
  currency: 'PLN',
  cycleDays: null,
  expiresOn: null,
  networkTransactionId: null,
};
const agreement = newAgreement(key, fingerprint, terms, START);

function relying(
  at: number,
  used: Buffer | null = fingerprint,
  { isExclusive }: Pick<AgreementUse, 'isExclusive'> = { isExclusive: false },
): Decision {
  const now: TimeAndIds = { at, ids };
  const decision = decideRegister(freshPayment(now), {}, now);
  useAgreement(decision, { agreement, chargedAt: START, isExclusive }, used, now);
  return decision;
}

test('payments of one series do not conflict, and a reversal ends the series', async () => {
  const memory = createMemory();
  const commit = async (draft: Draft) => (await memory.committer.apply([draft]))[0]?.kind;
  await commit(new Draft().insert(recurringAgreements, agreement));
  const decided = [relying(START + 1), relying(START + 2), relying(START + 3)];
  const [first, second, third] = decided.map(({ draft }) => draft);
  assert.equal(await commit(first as Draft), 'committed');
  assert.equal(await commit(second as Draft), 'committed');
  const { lastUsedAt } = memory.find<Agreement>(recurringAgreements, { ...agreement }) ?? {};
  assert.equal(lastUsedAt, START + 2);
  const ended = { ...agreement, version: 2, endedAt: START + 3 };
  assert.equal(await commit(new Draft().change(recurringAgreements, ended, 1)), 'committed');
  assert.equal(await commit(third as Draft), 'stale');
});

test('with a limited frequency, of two payments decided at once only one is made', async () => {
  const memory = createMemory();
  const commit = async (draft: Draft) => (await memory.committer.apply([draft]))[0]?.kind;
  await commit(new Draft().insert(recurringAgreements, agreement));
  const limited = { isExclusive: true };
  const [first, second] = [START + 1, START + 2].map((at) => relying(at, fingerprint, limited));
  assert.equal(await commit((first as Decision).draft), 'committed');
  assert.equal(await commit((second as Decision).draft), 'stale');
  const { version, lastPaymentId, chargedAt, lastUsedAt } =
    memory.find<Agreement>(recurringAgreements, { ...agreement }) ?? assert.fail('not there');
  const { paymentId } = (first as Decision).loaded.payment;
  assert.deepEqual(
    [version, lastPaymentId, chargedAt, lastUsedAt],
    [2, paymentId, START, START + 1],
  );
});

test('another card is refused before anything is written', () => {
  const other = Buffer.from('10000001 other');
  assert.throws(() => relying(START, other), { code: 'REF_PAYMENT_OTHER_CARD' });
  assert.throws(() => relying(START, null), { code: 'REF_PAYMENT_OTHER_CARD' }, 'not a card');
});

test('an agreement ends thirteen months after it was last used', () => {
  assert.equal(isInForce(agreement, Date.parse('2027-04-15T11:59:59.999Z')), true);
  assert.equal(isInForce(agreement, Date.parse('2027-04-15T12:00:00Z')), false);
  assert.equal(isInForce({ ...agreement, endedAt: START }, START), false);
});
