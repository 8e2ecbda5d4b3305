// Tests of the purge of payments: it removes the rows of the old payment and of nothing else.
// Another payment of the merchant and the same payment id of another merchant are too young.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { anyEngine, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { addRow } from '@bramka/test/support/journal/add-row.ts';
import { isoTime } from '../../core/clock.ts';
import { firstIdAt } from '../../core/id.ts';
import { merchantsToPurge, purgeMerchant, removeAgreements } from './purge.store.ts';

const UNTIL = Date.parse('2026-03-02T12:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const BELOW = firstIdAt(UNTIL + 1);
const times = { below: BELOW, until: UNTIL, undeliveredUntil: UNTIL - DAY_MS };
const [SHOP, OTHER] = ['1001', '1002'] as const;
/** The id is old; when the payment was made is in its row. */
const [OLD, YOUNG] = [firstIdAt(UNTIL), firstIdAt(UNTIL - 1)] as const;
const tables = [
  'payment_details',
  'events',
  'delivery_attempts',
  'event_queue',
  'held_cards',
  'held_recipients',
  'checkout_confirmations',
] as const;

type Row = Readonly<Record<string, unknown>>;

describe('the purge of payments', () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await anyEngine.openWithTables();
  });
  after(() => opened?.close());
  beforeEach(() => {
    const money = 'payments, transactions, subpayments, authentications, recurring_agreements';
    return runSql(opened.database, `truncate merchants, ${money}, ${tables.join(', ')}`);
  });
  const add = (table: string, row: Row) => addRow(opened.database, table, row);
  const sql = <Found>(text: string) => runSql<Found>(opened.database, text);

  /** With a row in every table that the purge touches. */
  async function addPayment(merchant_id: string, payment_id: string, createdAt: number) {
    const key = { merchant_id, payment_id };
    const place = [OLD, YOUNG].indexOf(payment_id) + 1;
    const event_id = firstIdAt(UNTIL - 5).replace(/.$/, String(place));
    const kind = { channel: 'WEBAPI', trans_kind: 'AUTH', trans_type: 'STANDARD', currency: 'PLN' };
    const made = { status: 'COMPLETED', refunded_minor: 0, created_at: isoTime(createdAt) };
    await add('payments', { ...key, ...kind, ...made, ext_order_id: 'order', card_held: true });
    await add('payment_details', key);
    const event = { event_id, sequence: 1, event: 'PAYMENT_STATUS', body: '{}' };
    await add('events', { ...key, ...event });
    const call = { attempt: 1, result: 'ACCEPTED', cause: 'STATUS', http_status: 200 };
    await add('delivery_attempts', { merchant_id, event_id, ...call });
    await add('held_cards', { ...key, sealed_cvv: null });
    await add('held_recipients', key);
    await add('checkout_confirmations', { ...key, state: 'WAITING' });
    const refund = { type: 'REFUND', status: 'COMPLETED', currency: 'PLN', description: 'd' };
    await add('transactions', { ...key, ...refund });
    const named = { ...refund, trans_id: OLD, description: null, ext_refund_id: payment_id };
    await add('transactions', { ...key, ...named });
    const share = { payee_id: '2001', commission_minor: 0, refunded_minor: 0, description: 'd' };
    await add('subpayments', { ...key, ...share });
    const proof = { state: 'DONE', device_channel: '02', method_completion: 'U' };
    const authentication_id = firstIdAt(UNTIL + 10 * Number(merchant_id) + place);
    await add('authentications', { ...key, authentication_id, ...proof, acs_signed_content: 's' });
    return { ...key, event_id, sequence: 1 };
  }
  const keyOf = (key: Row): string => `${String(key['merchant_id'])} ${String(key['payment_id'])}`;
  /** The payments that still have a row in each table, or their description. */
  async function left(): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    const read = async (name: string, text: string) => {
      found[name] = (await sql<Row>(`${text} order by 1, 2`)).map(keyOf);
    };
    for (const table of tables.filter((one) => one !== 'delivery_attempts')) {
      await read(table, `select merchant_id, payment_id from ${table}`);
    }
    for (const [table, column] of [
      ['transactions', 'description'],
      ['transactions', 'ext_refund_id'],
      ['subpayments', 'description'],
      ['authentications', 'acs_signed_content'],
    ] as const) {
      const text = `select merchant_id, payment_id from ${table} where ${column} is not null`;
      await read(`${table}.${column}`, text);
    }
    await read('payments', `select merchant_id, payment_id from payments where card_held`);
    const attempts = `select merchant_id, right(event_id::text, 1) as payment_id`;
    await read('delivery_attempts', `${attempts} from delivery_attempts`);
    return found;
  }

  test('an old payment is purged with its own rows and no others', async () => {
    await addPayment(SHOP, OLD, UNTIL);
    const kept = [await addPayment(SHOP, YOUNG, UNTIL + 1), await addPayment(OTHER, OLD, UNTIL)];
    for (const key of kept) await add('event_queue', { ...key, attempts: 0 });
    assert.equal(await purgeMerchant(opened.database, SHOP, times, 10), 1);
    const keys = kept.map(keyOf);
    for (const [table, rows] of Object.entries(await left())) {
      const expected = table === 'delivery_attempts' ? [`${SHOP} 2`, `${OTHER} 1`] : keys;
      assert.deepEqual(rows, expected, table);
    }
  });

  test('a payment is old by its id and by its own time', async () => {
    const later = firstIdAt(UNTIL + 1);
    await addPayment(SHOP, later, UNTIL);
    await addPayment(SHOP, YOUNG, UNTIL + 1);
    // The same id of another merchant is old.
    await addPayment(OTHER, YOUNG, UNTIL);
    assert.equal(await purgeMerchant(opened.database, SHOP, times, 10), 0);
  });

  test('a queued event of another payment or merchant keeps nothing', async () => {
    const old = await addPayment(SHOP, OLD, UNTIL);
    await add('event_queue', { ...old, merchant_id: OTHER, attempts: 0 });
    await add('event_queue', { ...old, payment_id: YOUNG, attempts: 0 });
    assert.equal(await purgeMerchant(opened.database, SHOP, times, 10), 1);
    assert.equal((await left())['event_queue']?.length, 2);
  });

  test('no more payments are purged than asked for, the oldest first', async () => {
    await addPayment(SHOP, OLD, UNTIL);
    await addPayment(SHOP, YOUNG, UNTIL);
    assert.equal(await purgeMerchant(opened.database, SHOP, times, 1), 1);
    assert.deepEqual((await left())['payment_details'], [`${SHOP} ${OLD}`]);
  });

  /** An event that was written after the purge of its payment, sent once and queued again. */
  async function addLate(merchant_id: string, sequence: number, changes: Row = {}): Promise<void> {
    const event_id = firstIdAt(UNTIL).replace(/.$/, String(sequence));
    const key: Row = { merchant_id, payment_id: OLD, event_id, sequence, ...changes };
    await add('events', { ...key, event: 'PAYMENT_STATUS', body: '{}' });
    const call = { attempt: 1, result: 'RETRY', cause: 'STATUS', http_status: 500 };
    await add('delivery_attempts', { merchant_id, event_id: key['event_id'], ...call });
  }
  const eventsLeft = async (): Promise<string[]> => {
    const text = `select merchant_id as m, right(event_id::text, 1) as e from events
      union all select 'sent ' || merchant_id, right(event_id::text, 1) from delivery_attempts
      union all select 'queued ' || merchant_id, right(event_id::text, 1) from event_queue`;
    const rows = await sql<{ m: string; e: string }>(`${text} order by 1, 2`);
    return rows.map(({ m, e }) => `${m} ${e}`);
  };

  test('late events of a purged payment go, each with its own rows', async () => {
    for (const merchantId of [SHOP, OTHER]) {
      for (const paymentId of [OLD, YOUNG]) await addPayment(merchantId, paymentId, UNTIL + 1);
    }
    // Purged, while another payment of the merchant and that of the other merchant are not.
    await sql(`delete from payment_details
      where (merchant_id = '${SHOP}') = (payment_id = '${OLD}')`);
    await sql('truncate events, delivery_attempts');
    await addLate(SHOP, 1);
    await addLate(SHOP, 2);
    await addLate(SHOP, 3, { event_id: BELOW });
    await addLate(OTHER, 1);
    await addLate(OTHER, 4, { payment_id: YOUNG });
    const event_id = firstIdAt(UNTIL).replace(/.$/, '2');
    for (const [merchant_id, payment_id, sequence] of [
      [SHOP, OLD, 2],
      [SHOP, YOUNG, 1],
      [OTHER, OLD, 1],
    ] as const) {
      await add('event_queue', { merchant_id, payment_id, event_id, sequence, attempts: 0 });
    }
    assert.equal(await purgeMerchant(opened.database, SHOP, times, 10), 1);
    const expected = [`${SHOP} 0`, `${SHOP} 2`, `${OTHER} 1`, `${OTHER} 4`];
    assert.deepEqual(await eventsLeft(), [
      ...expected,
      `queued ${SHOP} 2`,
      `queued ${SHOP} 2`,
      `queued ${OTHER} 2`,
      ...expected.map((one) => `sent ${one}`),
    ]);
  });

  test('the event of a payment with details, or of none, is not late', async () => {
    await addPayment(SHOP, YOUNG, UNTIL + 1);
    await addLate(SHOP, 7, { payment_id: YOUNG });
    await addLate(SHOP, 8, { payment_id: OLD });
    // Details of another payment, and of the same one of another merchant.
    await addPayment(OTHER, OLD, UNTIL + 1);
    assert.equal(await purgeMerchant(opened.database, SHOP, times, 10), 0);
  });

  test('a merchant is purged for old details or old events of its own', async () => {
    const merchant = { status: 'ACTIVE', secrets: '[]', notification_secrets: '[]' };
    for (const merchant_id of ['1001', '1002', '1003', '1004', '1005']) {
      await add('merchants', { ...merchant, merchant_id });
    }
    const last = firstIdAt(UNTIL);
    await add('payment_details', { merchant_id: '1001', payment_id: last });
    await add('payment_details', { merchant_id: '1002', payment_id: BELOW });
    const event = { sequence: 1, event: 'TEST', body: '{}', payment_id: last };
    await add('events', { merchant_id: '1003', event_id: last, ...event });
    await add('events', { merchant_id: '1004', event_id: BELOW, ...event });
    assert.deepEqual((await merchantsToPurge(opened.database, BELOW)).sort(), ['1001', '1003']);
  });

  test('an agreement ends at its time, not a millisecond earlier, and alone', async () => {
    const rows = [
      [SHOP, OLD, UNTIL],
      [OTHER, OLD, UNTIL + 1],
      [SHOP, YOUNG, UNTIL + 1],
    ] as const;
    for (const [merchant_id, payment_id, usedAt] of rows) {
      const agreement = { merchant_id, payment_id, last_used_at: isoTime(usedAt) };
      await add('recurring_agreements', agreement);
    }
    assert.equal(await removeAgreements(opened.database, UNTIL, 10), 1);
    const kept = await sql<Row>('select merchant_id, payment_id from recurring_agreements');
    assert.deepEqual(kept.map(keyOf).sort(), [`${SHOP} ${YOUNG}`, `${OTHER} ${OLD}`]);
  });
});
