// Tests of the success rates on both engines: which authorizations count, in which time, that
// counting again changes nothing, and what the metrics say.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { isoTime, systemClock } from '../../core/clock.ts';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { createMetrics } from '../../http/metrics.ts';
import { refreshRates } from './refresh-rates.ts';
import { createSuccessRates, type Counts } from './success-rate.ts';
import { readCounts } from './success-rate.store.ts';

const START = Date.parse('2026-11-18T12:00:30.000Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ids = createIds({ now: () => START }, seededRandom(1));

interface Row {
  readonly state?: string;
  readonly verb?: string;
  readonly provider?: string;
  readonly agoMs?: number;
  readonly rejectCode?: string | null;
  readonly route?: object | null;
}

const numbers = ({ approved, finished }: Counts) => [approved, finished];
const polish = { organization: 'VISA', country: 'PL' };

for (const engine of engines) {
  describe(`success rates on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let now = START;
    const clock = { ...systemClock, now: () => now };
    const metrics = createMetrics();
    const rates = createSuccessRates();
    before(async () => void (opened = await engine.openWithTables()));
    after(() => opened.close());
    beforeEach(async () => {
      now = START;
      for (const name of ['attempts', 'authorization_counts']) {
        await runSql(opened.database, `delete from ${name}`);
      }
      await runSql(
        opened.database,
        "update authorization_counting set counted_until = '1970-01-01'",
      );
    });

    const refresh = () => refreshRates({ database: opened.database, clock, rates, metrics });
    const refreshAll = async (): Promise<void> => {
      while ((await refresh()) === 1);
    };
    const add = async (row: Row = {}): Promise<void> => {
      const { state = 'APPROVED', verb = 'authorize', provider = 'plain', agoMs = 1000 } = row;
      const { rejectCode = null, route = polish } = row;
      const isOpen = state === 'OPEN' || state === 'UNKNOWN';
      const finished = isOpen ? null : isoTime(now - agoMs);
      const check = isOpen ? isoTime(now) : null;
      const [payment, attempt, trans] = [ids.next(), ids.next(), ids.next()];
      await runSql(
        opened.database,
        `insert into attempts (merchant_id, payment_id, attempt_id, trans_id, verb, provider, state,
           fence, amount_minor, currency, reject_code, checks, check_at, started_at, finished_at,
           route)
         values ('1001', $1, $2, $3, $4, $5, $6, 1, 100, 'PLN', $7, 0, $8, $9, $10, $11)`,
        [
          payment,
          attempt,
          trans,
          verb,
          provider,
          state,
          rejectCode,
          check,
          isoTime(now),
          finished,
          route && JSON.stringify(route),
        ],
      );
    };
    const counted = async () => {
      const rows = await readCounts(opened.database, now);
      return rows.map(({ provider, organization, country, hour, day }) =>
        [provider, organization, country, ...numbers(hour), ...numbers(day)].join(' '),
      );
    };

    test('approved, declined and lost authorizations count, others do not', async () => {
      await add();
      await add({ state: 'DECLINED', rejectCode: 'DO_NOT_HONOR' });
      await add({ state: 'VOID', rejectCode: 'PROVIDER_UNAVAILABLE' });
      await add({ state: 'DECLINED', rejectCode: 'SCA_REQUIRED' });
      await add({ state: 'STOPPED' });
      await add({ state: 'OPEN' });
      await add({ state: 'UNKNOWN' });
      await add({ verb: 'capture' });
      await add({ provider: 'blik', route: null });
      await add({ provider: 'plain', route: { organization: 'VISA' } });
      await refreshAll();
      assert.deepEqual(await counted(), [
        'plain VISA PL 1 3 1 3',
        'blik   1 1 1 1',
        'plain VISA  1 1 1 1',
      ]);
      const group = { organization: 'VISA', country: 'PL' };
      assert.deepEqual(rates.counts('plain', group, 'hour'), { approved: 1, finished: 3 });
      const visa = { organization: 'VISA', country: null };
      assert.deepEqual(rates.counts('plain', visa, 'day'), { approved: 2, finished: 4 });
    });

    test('the hour and the day end at their time', async () => {
      await add({ agoMs: HOUR_MS - MINUTE_MS });
      await add({ agoMs: HOUR_MS + MINUTE_MS });
      await add({ agoMs: 24 * HOUR_MS - MINUTE_MS });
      await add({ agoMs: 24 * HOUR_MS + MINUTE_MS });
      await refreshAll();
      assert.deepEqual(await counted(), ['plain VISA PL 1 1 3 3']);
      now += HOUR_MS;
      await refreshAll();
      assert.deepEqual(await counted(), ['plain VISA PL 0 0 2 2']);
      now += 24 * HOUR_MS;
      await refreshAll();
      assert.deepEqual(await counted(), []);
      const left = await runSql(opened.database, 'select 1 from authorization_counts');
      assert.deepEqual(left, [], 'old counts are deleted');
    });

    test('counting again changes nothing, and finds what was committed late', async () => {
      await add();
      await refreshAll();
      now += MINUTE_MS;
      await add({ agoMs: MINUTE_MS + 1000 });
      await add({ state: 'DECLINED' });
      await refreshAll();
      now += MINUTE_MS;
      await refreshAll();
      assert.deepEqual(await counted(), ['plain VISA PL 2 3 2 3']);
    });

    test('what another node has just counted is only read', async () => {
      await refreshAll();
      now += 29_000;
      await add();
      assert.equal(await refresh(), 0);
      assert.deepEqual(await counted(), []);
      now += 1000;
      await refresh();
      assert.deepEqual(await counted(), ['plain VISA PL 1 1 1 1']);
    });

    test(
      'a node does not wait for the one that counts',
      { skip: engine.name === 'embedded' },
      async () => {
        await add();
        await opened.database.transaction(async (tx) => {
          await runSql(tx, 'select 1 from authorization_counting for update');
          assert.equal(await refresh(), 0);
        });
        assert.deepEqual(await counted(), []);
        await refreshAll();
        assert.deepEqual(await counted(), ['plain VISA PL 1 1 1 1']);
      },
    );

    test('after the clock was set back it counts on', async () => {
      await refreshAll();
      now -= 12 * HOUR_MS;
      await add();
      await refreshAll();
      assert.deepEqual(await counted(), ['plain VISA PL 1 1 1 1']);
    });

    test('a long time is counted in steps, without times in which nothing was', async () => {
      for (const minutes of [541, 533, 512, 61]) await add({ agoMs: minutes * MINUTE_MS });
      assert.deepEqual([await refresh(), ...(await counted())], [1, 'plain VISA PL 0 0 2 2']);
      assert.deepEqual([await refresh(), ...(await counted())], [1, 'plain VISA PL 0 0 3 3']);
      assert.deepEqual([await refresh(), ...(await counted())], [1, 'plain VISA PL 0 0 4 4']);
      assert.deepEqual([await refresh(), ...(await counted())], [0, 'plain VISA PL 0 0 4 4']);
    });

    test('the metrics have providers and organizations, but no countries', async () => {
      await add();
      await add({ state: 'DECLINED', route: { organization: 'VISA', country: 'DE' } });
      await refreshAll();
      const text = await metrics.registry.getSingleMetricAsString(
        'bramka_authorization_success_ratio',
      );
      assert.match(text, /\{provider="plain",organization="VISA",window="hour"\} 0\.5$/m);
      assert.match(text, /\{provider="plain",organization="VISA",window="day"\} 0\.5$/m);
      assert.doesNotMatch(text, /PL|DE/);
      const sizes = await metrics.registry.getSingleMetricAsString(
        'bramka_authorizations_finished',
      );
      assert.match(sizes, /organization="VISA",window="day"\} 2$/m);
      now += 30 * HOUR_MS;
      await refreshAll();
      const later = await metrics.registry.getSingleMetricAsString(
        'bramka_authorizations_finished',
      );
      assert.doesNotMatch(later, /VISA/, 'what is over disappears');
    });
  });
}
