// Tests of both purges and of events that wait for their delivery, on both engines: such a payment,
// tokenization or test event is kept for up to 14 days longer, to the millisecond, and then deleted
// with its events, queue rows and attempts.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { isoTime } from '../../core/clock.ts';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { purgeOld } from '../../payments/jobs/purge.ts';
import { servedSince } from '../../payments/model/served-since.ts';
import { purgeTokens } from './purge-tokens.ts';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const SERVED = servedSince(NOW);
const LATEST = SERVED - 14 * 24 * 3_600_000;
const random = seededRandom(11);
const idAt = (ms: number): string => createIds({ now: () => ms }, random).next();

const insertPayment = `insert into payments (merchant_id, payment_id, version, status, sequence,
    channel, trans_kind, trans_type, currency, amount_minor, authorized_minor, captured_minor,
    refunded_minor, holds_order, generation, valid_until, created_at, updated_at, card_held)
  values ($1, $2, 1, 'COMPLETED', 1, 'WEBAPI', 'AUTH', 'STANDARD', 'PLN', 1, 1, 1, 0, false, 1,
    $3, $3, $3, false)`;
const insertTokenization = `insert into tokenizations (merchant_id, tokenizer_id, version, sequence,
    status, kind, channel, payment_id, checks, created_at, updated_at)
  values ($1, $2, 1, 1, 'REJECTED', 'COF', 'WEBAPI', $2, 0, $3, $3)`;

type Subject = 'payment' | 'tokenization' | 'test event';
const events: Record<Subject, string> = {
  payment: 'PAYMENT_STATUS',
  tokenization: 'TOKENIZATION_STATUS',
  'test event': 'TEST',
};

for (const engine of engines) {
  describe(`undelivered events at the purge on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let merchants = 6000;
    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened.close());

    const sql = <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
      runSql<Row>(opened.database, text, values);

    async function newMerchant(): Promise<string> {
      const merchantId = String((merchants += 1));
      await sql(
        `insert into merchants (merchant_id, version, status, settings, secret_salt, secrets,
           notification_secrets, created_at, updated_at)
         values ($1, 1, 'ACTIVE', '{}', '\\x00', '[]', '[]', $2, $2)`,
        [merchantId, isoTime(LATEST)],
      );
      return merchantId;
    }

    /** With one event that was sent once and, if it is queued, is to be sent again. */
    async function add(merchantId: string, subject: Subject, ms: number, isQueued: boolean) {
      const id = idAt(ms);
      const eventId = subject === 'test event' ? id : idAt(ms);
      const row = [merchantId, id, isoTime(ms)];
      if (subject === 'payment') {
        await sql(insertPayment, row);
        await sql(`insert into payment_details values ($1, $2, '{}')`, row.slice(0, 2));
      }
      if (subject === 'tokenization') await sql(insertTokenization, row);
      await sql(
        `insert into events (merchant_id, event_id, payment_id, sequence, event, body, occurred_at)
         values ($1, $2, $3, 1, $4, '{}', $5)`,
        [merchantId, eventId, id, events[subject], isoTime(ms)],
      );
      await sql(
        `insert into delivery_attempts (merchant_id, event_id, attempt, url, started_at,
           duration_ms, result, cause, http_status, answer)
         values ($1, $2, 1, 'https://shop.example', $3, 1, 'RETRY', 'STATUS', 500, 'no')`,
        [merchantId, eventId, isoTime(ms)],
      );
      if (!isQueued) return;
      await sql(
        `insert into event_queue (merchant_id, payment_id, sequence, event_id, has_notify_url,
           due_at, attempts, earlier_attempts, is_leased, lease)
         values ($1, $2, 1, $3, false, $4, 1, 0, false, 0)`,
        [merchantId, id, eventId, isoTime(NOW)],
      );
    }

    const counted = [
      ['payment_details', 'd'],
      ['tokenizations', 't'],
      ['events', 'e'],
      ['event_queue', 'q'],
      ['delivery_attempts', 'a'],
    ] as const;

    /** What a merchant has after both purges: one letter for each table with a row. */
    async function left(merchantId: string): Promise<string> {
      await purgeOld(opened.database, NOW, 1000);
      await purgeTokens(opened.database, NOW, 1000);
      const rowsLeft: string[] = [];
      for (const [table, letter] of counted) {
        const text = `select count(*)::integer as count from ${table} where merchant_id = $1`;
        const [row] = await sql<{ count: number }>(text, [merchantId]);
        rowsLeft.push(letter.repeat(row?.count ?? 0));
      }
      return rowsLeft.join('');
    }

    const all: Record<Subject, string> = {
      payment: 'dea',
      tokenization: 'tea',
      'test event': 'ea',
    };
    for (const subject of Object.keys(events) as Subject[]) {
      test(`a ${subject} whose event is finished is deleted after three months`, async () => {
        for (const [ms, expected] of [
          [SERVED + 1, all[subject]],
          [SERVED, ''],
        ] as const) {
          const merchantId = await newMerchant();
          await add(merchantId, subject, ms, false);
          assert.equal(await left(merchantId), expected, String(ms - SERVED));
        }
      });

      test(`a ${subject} with a queued event is kept for at most 14 more days`, async () => {
        const queued = all[subject].replace('a', 'qa');
        for (const [ms, expected] of [
          [SERVED, queued],
          [LATEST + 1, queued],
          [LATEST, ''],
        ] as const) {
          const merchantId = await newMerchant();
          await add(merchantId, subject, ms, true);
          assert.equal(await left(merchantId), expected, String(ms - LATEST));
        }
      });
    }

    test('the queued event of one payment does not keep another', async () => {
      const merchantId = await newMerchant();
      await add(merchantId, 'payment', SERVED, true);
      await add(merchantId, 'payment', SERVED, false);
      await add(merchantId, 'test event', SERVED, false);
      assert.equal(await left(merchantId), 'deqa');
    });

    test('an event of a purged payment waits in the same way', async () => {
      for (const [ms, isQueued, expected] of [
        [SERVED + 1, false, 'ea'],
        [SERVED, false, ''],
        [LATEST + 1, true, 'eqa'],
        [LATEST, true, ''],
      ] as const) {
        const merchantId = await newMerchant();
        await add(merchantId, 'payment', ms, isQueued);
        await sql('delete from payment_details where merchant_id = $1', [merchantId]);
        assert.equal(await left(merchantId), expected, `${ms - SERVED} ${isQueued}`);
      }
    });
  });
}
