// Tests of reading payments: beside every row that is to be found there are rows that differ in one
// condition only, such as the same payment id of another merchant, and those must not be found.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { anyEngine, type OpenEngine } from '@bramka/test/support/engines.ts';
import { addRow } from '@bramka/test/support/journal/add-row.ts';
import { isoTime } from '../../core/clock.ts';
import { findLatest } from './latest-payments.store.ts';
import { attemptsDue, deadlinesDue, sqlPaymentStore, type PaymentStore } from './payment.store.ts';
import { sqlVersions } from '../watching/versions.store.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const [SHOP, OTHER] = ['10000001', '10000002'] as const;
const idOf = (place: number): string =>
  `0198c5d1-7b2a-7000-8000-${String(place).padStart(12, '0')}`;
const [ONE, TWO] = [idOf(1), idOf(2)] as const;
/** The payment that is asked for, and its neighbours: each has one part of its key. */
const keys = [
  [SHOP, ONE],
  [OTHER, ONE],
  [SHOP, TWO],
] as const;
const nameOf = (merchantId: string, paymentId: string): string =>
  `${merchantId} ${paymentId === ONE ? 'one' : 'two'}`;

describe('reading payments', () => {
  let opened: OpenEngine;
  let store: PaymentStore;
  before(async () => {
    opened = await anyEngine.openWithTables();
    store = sqlPaymentStore(opened.database);
    for (const [place, [merchantId, paymentId]] of keys.entries()) {
      await addPayment(merchantId, paymentId, place);
    }
  });
  after(() => opened?.close());
  const add = (table: string, row: Readonly<Record<string, unknown>>) =>
    addRow(opened.database, table, row);

  /** A split payment with one row in every table; the description names it. */
  async function addPayment(merchant_id: string, payment_id: string, place: number) {
    const key = { merchant_id, payment_id };
    const description = nameOf(merchant_id, payment_id);
    const payment = { status: 'PENDING', channel: 'WEBAPI', trans_kind: 'AUTH', currency: 'PLN' };
    const version = { version: 1, trans_type: 'MARKETPLACE', refunded_minor: 0 };
    await add('payments', { ...key, ...payment, ...version, description });
    const details = { details: JSON.stringify({ description }), consents: `"${description}"` };
    await add('payment_details', { ...key, ...details });
    const part = { trans_id: idOf(20 + place), subpayment_id: idOf(30 + place) };
    const refund = { type: 'REFUND', status: 'PENDING', currency: 'PLN', description };
    await add('transactions', { ...key, ...refund, trans_id: part.trans_id });
    const share = { subpayment_id: part.subpayment_id, refunded_minor: 0, description };
    await add('subpayments', { ...key, ...share, payee_id: OTHER, commission_minor: 0 });
    await add('refund_parts', { ...key, ...part, funds: `PAYABLE_TO:100${String(place)}` });
    await add('deadlines', { ...key, due_at: isoTime(NOW + 1_000_000 + place) });
    await add('recurring_agreements', { ...key, expires_on: `2030010${String(place)}` });
  }

  test('every part of a payment is of this merchant and this payment', async () => {
    for (const [place, [merchantId, paymentId]] of keys.entries()) {
      const name = nameOf(merchantId, paymentId);
      const named = <Row extends { readonly description: string | null }>(rows: readonly Row[]) =>
        rows.map(({ description }) => description);
      assert.equal((await store.find(merchantId, paymentId))?.description, name);
      assert.deepEqual(await store.details(merchantId, paymentId), { description: name });
      assert.equal(await store.consents(merchantId, paymentId), `"${name}"`);
      assert.deepEqual(named(await store.transactions(merchantId, paymentId)), [name]);
      assert.deepEqual(named(await store.subpayments(merchantId, paymentId)), [name]);
      const deadline = await store.deadline(merchantId, paymentId);
      assert.equal(deadline?.dueAt, NOW + 1_000_000 + place);
      const agreement = await store.agreement(merchantId, paymentId);
      assert.equal(agreement?.expiresOn, `2030010${String(place)}`);
      const loaded = await store.load(merchantId, paymentId);
      assert.deepEqual(
        [loaded?.payment.description, named(loaded?.transactions ?? [])],
        [name, [name]],
      );
      assert.deepEqual(named(loaded?.subpayments ?? []), [name]);
      assert.deepEqual(
        loaded?.refundParts?.map(({ funds }) => funds),
        [`PAYABLE_TO:100${String(place)}`],
      );
    }
    assert.equal(await store.find(OTHER, TWO), undefined);
    assert.deepEqual(await store.details(OTHER, TWO), {});
  });

  test('versions and the latest payments are those of the merchants asked for', async () => {
    const asked = [
      { merchantId: OTHER, paymentId: ONE },
      { merchantId: OTHER, paymentId: TWO },
    ];
    assert.deepEqual(await sqlVersions(opened.database)(asked), [{ paymentId: ONE, version: 1 }]);
    const latest = async (merchantIds: string[], limit: number) =>
      (await findLatest(opened.database, merchantIds, limit)).map(({ description }) => description);
    assert.deepEqual(await latest([OTHER], 5), [nameOf(OTHER, ONE)]);
    assert.deepEqual(await latest([SHOP], 5), [nameOf(SHOP, TWO), nameOf(SHOP, ONE)]);
    assert.deepEqual(await latest([SHOP, OTHER], 1), [nameOf(SHOP, TWO)]);
  });

  async function addAttempt(
    place: number,
    changes: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const of = { merchant_id: SHOP, payment_id: ONE, attempt_id: idOf(place) };
    const call = { verb: 'authorize', state: 'OPEN', currency: 'PLN', provider: 'plain' };
    await add('attempts', { ...of, ...call, check_at: isoTime(NOW + 2), ...changes });
  }

  test('attempts: open ones of a payment, due ones of a provider, reportable ones', async () => {
    const ended = { state: 'APPROVED', check_at: null, finished_at: isoTime(NOW) };
    await addAttempt(40);
    await addAttempt(41, { merchant_id: OTHER });
    await addAttempt(42, { payment_id: TWO, wait_until: isoTime(NOW), state: 'PENDING' });
    await addAttempt(43, ended);
    await addAttempt(44, { provider: 'second', check_at: isoTime(NOW + 1) });
    const open = await store.openAttempts(SHOP, ONE);
    assert.deepEqual(
      open.map(({ attemptId }) => attemptId),
      [idOf(40), idOf(44)],
    );
    const due = async (now: number, provider = 'plain') =>
      (await store.dueAttempts(now, provider, 10)).map(({ attemptId }) => attemptId).sort();
    const isDue = async (now: number, provider: string) =>
      (await opened.database.run(attemptsDue, [isoTime(now), provider])).length > 0;
    assert.deepEqual(await due(NOW + 1), []);
    assert.deepEqual(await due(NOW + 2), [idOf(40), idOf(41), idOf(42)]);
    assert.deepEqual(await due(NOW + 1, 'second'), [idOf(44)]);
    assert.equal((await store.dueAttempts(NOW + 2, 'plain', 2)).length, 2);
    assert.deepEqual(
      [await isDue(NOW + 1, 'plain'), await isDue(NOW + 2, 'plain'), await isDue(NOW + 2, 'no')],
      [false, true, false],
    );
    assert.deepEqual(await store.unconnected(NOW, []), []);
    assert.deepEqual(await store.unconnected(NOW + 1, []), ['second']);
    assert.deepEqual(await store.unconnected(NOW + 2, ['plain']), ['second']);
    assert.deepEqual(await store.reportable(idOf(42)), { merchantId: SHOP, paymentId: TWO });
    assert.equal(await store.reportable(idOf(40)), undefined, 'it does not wait for the customer');
    const loaded = await store.load(OTHER, ONE);
    assert.deepEqual(
      loaded?.attempts.map(({ attemptId }) => attemptId),
      [idOf(41)],
    );
  });

  test('a deadline is due at its time, not a millisecond earlier', async () => {
    const at = NOW + 1_000_000;
    const due = async (now: number) => (await store.dueDeadlines(now, 10)).length;
    const isDue = async (now: number) =>
      (await opened.database.run(deadlinesDue, [isoTime(now)])).length > 0;
    assert.deepEqual([await due(at - 1), await due(at), await due(at + 1)], [0, 1, 2]);
    assert.deepEqual([await isDue(at - 1), await isDue(at)], [false, true]);
  });

  async function addOrdered(
    place: number,
    changes: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const payment = { merchant_id: SHOP, payment_id: idOf(place), status: 'REJECTED' };
    const kind = { channel: 'WEBAPI', trans_kind: 'AUTH', trans_type: 'STANDARD', currency: 'PLN' };
    const order = { ext_order_id: 'order', created_at: isoTime(NOW + 1), refunded_minor: 0 };
    const row = { ...payment, ...kind, ...order, ...changes };
    await add('payments', row);
    const { merchant_id, payment_id } = row;
    const details = JSON.stringify({ merchant: { name: `Shop ${place}` }, agent: { mcc: '5411' } });
    await add('payment_details', { merchant_id, payment_id, details });
    return idOf(place);
  }

  test('an order: of this merchant, this order, this agent, since this time', async () => {
    const completed = await addOrdered(60, { status: 'COMPLETED', agent_id: 'A1' });
    const old = await addOrdered(61, { created_at: isoTime(NOW), holds_order: true });
    await addOrdered(62, { ext_order_id: 'another', holds_order: true });
    await addOrdered(63, { merchant_id: OTHER, holds_order: true });
    const later = await addOrdered(64, { agent_id: 'A2' });
    const last = await addOrdered(65);
    const found = (
      since: number,
      agentId: string | null,
      stored: readonly [object, object] = [{}, {}],
    ) => store.searchOrder({ merchantId: SHOP, extOrderId: 'order', since, agentId, stored });
    assert.deepEqual(await found(NOW, null), [completed, last, later]);
    const shop = { merchant: { name: 'Shop 65' } };
    assert.deepEqual(await found(NOW, null, [shop, {}]), [last]);
    assert.deepEqual(await found(NOW, null, [shop, { agent: { mcc: '5411' } }]), [last]);
    assert.deepEqual(await found(NOW, null, [shop, { agent: { mcc: '5412' } }]), []);
    assert.deepEqual(await found(NOW - 1, null), [completed, last, later, old]);
    assert.deepEqual(await found(NOW, 'A2'), [later]);
    assert.deepEqual(await store.orderHolder(SHOP, 'order'), {
      paymentId: old,
      status: 'REJECTED',
    });
    assert.equal((await store.orderHolder(OTHER, 'order'))?.paymentId, idOf(63));
    assert.equal(await store.orderHolder(OTHER, 'another'), undefined);
  });
});
