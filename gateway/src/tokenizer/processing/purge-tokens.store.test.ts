// Tests of the purge of the tokenizer: which tokens and tokenizations it deletes, to the
// millisecond, and that it leaves everything alone that differs in one condition.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { anyEngine, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { isoTime } from '../../core/clock.ts';
import { tokenStatuses } from '../../vault/card-token.store.ts';
import { tokenizationStatuses } from '../tokenization.ts';
import { removeDiscardedTokens, removeTokenizations } from './purge-tokens.store.ts';

const UNTIL = Date.parse('2026-03-02T12:00:00Z');
const LATER = UNTIL + 1;
/** Everything older is deleted even if it is not delivered. */
const UNDELIVERED = UNTIL - 1000;
const [SHOP, OTHER]: [string, string] = ['10000001', '10000002'];
const idOf = (place: number): string =>
  `0198c5d1-7b2a-7000-8000-${String(place).padStart(12, '0')}`;

describe('the purge of the tokenizer', () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await anyEngine.openWithTables();
  });
  after(() => opened?.close());
  const tables = ['card_tokens', 'tokenizations', 'events', 'delivery_attempts', 'event_queue'];
  beforeEach(async () => {
    for (const table of tables) await sql(`delete from ${table}`);
  });
  const sql = <Row = object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    runSql<Row>(opened.database, text, values);
  const left = async (text: string): Promise<string[]> =>
    (await sql<{ left: string }>(`select ${text} order by 1`)).map((row) => row.left);

  async function addToken(
    place: number,
    status: string,
    updatedAt: number,
    { merchantId = SHOP, removeAt = null as number | null } = {},
  ): Promise<void> {
    const sealed = status === 'DISCARDED' ? null : Buffer.alloc(32, place);
    await sql(
      `insert into card_tokens (merchant_id, token_id, version, type, status, token_number,
         instrument_ref, fingerprint, card_mask, exp_date, organization, news_sequence,
         key_version, sealed_row_key, sealed_card, remove_at, remove_tries, created_at, updated_at)
       values ($1, $2, 1, 'VTS', $3, $4, $4, $5, '411111******1111', '203012', 'VISA', 0,
         $6, $5, $5, $7, 0, $8, $8)`,
      [
        merchantId,
        idOf(place),
        status,
        `${merchantId}-${String(place)}`,
        sealed,
        sealed && 1,
        removeAt === null ? null : isoTime(removeAt),
        isoTime(updatedAt),
      ],
    );
  }
  const tokensLeft = () =>
    left(`merchant_id || ' ' || right(token_id::text, 1) as left
    from card_tokens`);

  test('a pending removal at the token service keeps a discarded token', async () => {
    await addToken(1, 'DISCARDED', UNTIL, { removeAt: UNTIL - 1 });
    await addToken(2, 'DISCARDED', UNTIL);
    assert.equal(await removeDiscardedTokens(opened.database, UNTIL, 10), 1);
    assert.deepEqual(await tokensLeft(), [`${SHOP} 1`]);
  });

  test('only tokens that were discarded long enough ago are deleted', async () => {
    for (const [place, status] of tokenStatuses.entries()) await addToken(place, status, UNTIL);
    await addToken(5, 'DISCARDED', LATER);
    // The same id of another merchant, discarded later.
    await addToken(2, 'DISCARDED', LATER, { merchantId: OTHER });
    assert.equal(await removeDiscardedTokens(opened.database, UNTIL, 10), 1);
    assert.deepEqual(await tokensLeft(), [`${SHOP} 0`, `${SHOP} 1`, `${SHOP} 5`, `${OTHER} 2`]);
  });

  test('no more tokens are deleted than asked for', async () => {
    for (const place of [1, 2, 3]) await addToken(place, 'DISCARDED', UNTIL);
    assert.equal(await removeDiscardedTokens(opened.database, UNTIL, 2), 2);
    assert.equal((await tokensLeft()).length, 1);
  });

  /** With one event that was sent once and, if it is queued, is to be sent again. */
  async function addTokenization(
    place: number,
    { merchantId = SHOP, status = 'REJECTED', createdAt = UNTIL, isQueued = false } = {},
  ): Promise<void> {
    const [id, eventId] = [idOf(place), idOf(place + 100)];
    await sql(
      `insert into tokenizations (merchant_id, tokenizer_id, version, sequence, status, kind,
         channel, payment_id, token_id, checks, created_at, updated_at)
       values ($1, $2, 1, 1, $3, 'COF', 'WEBAPI', $2, $4, 0, $5, $5)`,
      [
        merchantId,
        id,
        status,
        ['COMPLETED', 'DISCARDED'].includes(status) ? id : null,
        isoTime(createdAt),
      ],
    );
    await sql(
      `insert into events (merchant_id, event_id, payment_id, sequence, event, body, occurred_at)
       values ($1, $2, $3, 1, 'TOKENIZATION_STATUS', '{}', $4)`,
      [merchantId, eventId, id, isoTime(createdAt)],
    );
    await sql(
      `insert into delivery_attempts (merchant_id, event_id, attempt, url, started_at,
         duration_ms, result, cause, http_status, answer)
       values ($1, $2, 1, 'https://shop.example', $3, 1, 'RETRY', 'STATUS', 500, 'no')`,
      [merchantId, eventId, isoTime(createdAt)],
    );
    if (!isQueued) return;
    await sql(
      `insert into event_queue (merchant_id, payment_id, sequence, event_id, has_notify_url,
         due_at, attempts, earlier_attempts, is_leased, lease)
       values ($1, $2, 1, $3, false, $4, 1, 0, false, 0)`,
      [merchantId, id, eventId, isoTime(UNTIL)],
    );
  }
  const purge = (limit = 10) => removeTokenizations(opened.database, UNTIL, UNDELIVERED, limit);
  /** One row for each table and tokenization. */
  const rowsLeft = () =>
    left(`* from (select 't ' || merchant_id || ' ' || right(tokenizer_id::text, 1) as left
        from tokenizations
      union all select 'e ' || merchant_id || ' ' || right(payment_id::text, 1) from events
      union all select 'a ' || merchant_id || ' ' || right(event_id::text, 1)
        from delivery_attempts
      union all select 'q ' || merchant_id || ' ' || right(payment_id::text, 1)
        from event_queue) as every_row`);

  test('only tokenizations that have ended are deleted', async () => {
    for (const [place, status] of tokenizationStatuses.entries()) {
      await addTokenization(place, { status });
    }
    assert.equal(await purge(), tokenizationStatuses.length - 2);
    assert.deepEqual(await left('distinct status as left from tokenizations'), ['NEW', 'PENDING']);
  });

  test('a tokenization is deleted with its own rows and no others', async () => {
    await addTokenization(1);
    // The same id of another merchant, and another id of the same one; both are too young.
    await addTokenization(1, { merchantId: OTHER, createdAt: LATER, isQueued: true });
    await addTokenization(2, { createdAt: LATER, isQueued: true });
    assert.equal(await purge(), 1);
    const kept = ['a', 'e', 'q', 't'].flatMap((one) => [`${one} ${SHOP} 2`, `${one} ${OTHER} 1`]);
    assert.deepEqual(await rowsLeft(), kept.sort());
  });

  test('an event in the queue keeps its own tokenization, for a while', async () => {
    await addTokenization(1, { createdAt: UNDELIVERED, isQueued: true });
    await addTokenization(2, { createdAt: UNDELIVERED + 1, isQueued: true });
    // Not kept: the queue has only the same id of another merchant, and another id of this one.
    await addTokenization(2, { merchantId: OTHER });
    await addTokenization(3);
    assert.equal(await purge(), 3);
    assert.deepEqual(
      await rowsLeft(),
      ['a', 'e', 'q', 't'].map((one) => `${one} ${SHOP} 2`),
    );
  });

  test('no more tokenizations are deleted than asked for', async () => {
    for (const place of [1, 2, 3]) await addTokenization(place);
    assert.equal(await purge(2), 2);
    assert.equal((await rowsLeft()).length, 3);
  });
});
