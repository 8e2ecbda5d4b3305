// Tests of what follows from a delivery: counts, the health of its receiver, and loud ends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from '../../http/metrics.ts';
import type { DeliveryResult } from '../delivery-attempt.ts';
import { createDeliveryObserver, type EndedAttempt } from './observe.ts';

const attempt: EndedAttempt = {
  merchantId: '10000001',
  eventId: '0198c5d1-7b2a-7000-8000-000000000001',
  url: 'https://shop.example:8443/hook/payment?key=secret',
  startedAt: 1000,
  result: 'ACCEPTED',
  cause: 'STATUS',
  httpStatus: 200,
};

const paymentId = '0198c5d1-7b2a-7000-8000-000000000002';

function setUp() {
  let nowMs = 0;
  const metrics = createMetrics();
  const lines: [level: string, facts: Record<string, unknown>, message: string][] = [];
  const reported: unknown[][] = [];
  const write = (level: string) => (facts: object, message: string) =>
    void lines.push([level, facts as Record<string, unknown>, message]);
  const observer = createDeliveryObserver({
    metrics,
    health: { onResult: (...facts) => void reported.push(facts) },
    clock: { monotonicMs: () => nowMs },
    log: { warn: write('warn'), error: write('error') },
  });
  const valuesOf = async (name: string) => {
    const { values } = (await metrics.registry.getSingleMetric(name)?.get()) ?? { values: [] };
    return values.map(({ labels, value }) => [...Object.values(labels), value]);
  };
  return { observer, lines, reported, valuesOf, pass: (ms: number) => (nowMs += ms) };
}

const ends: [DeliveryResult, string | undefined, string | undefined][] = [
  ['ACCEPTED', undefined, undefined],
  ['RETRY', undefined, undefined],
  ['REFUSED', 'event-refused', 'warn'],
  ['FAILED', 'event-failed', 'error'],
];
for (const [result, alarm, level] of ends) {
  test(`${result} is counted and reported, ${level ?? 'without a line in the log'}`, async () => {
    const { observer, lines, reported, valuesOf } = setUp();
    observer.onResult({ ...attempt, result, httpStatus: 404 }, paymentId);
    assert.deepEqual(await valuesOf('bramka_deliveries_total'), [[result, 'STATUS', 1]]);
    const receiver = ['10000001', 'https://shop.example:8443', 'STATUS', result, 1000];
    assert.deepEqual(reported, [receiver]);
    const alarms = alarm === undefined ? [] : [[alarm, 1]];
    assert.deepEqual(await valuesOf('bramka_alarms_total'), alarms);
    const { merchantId, eventId } = attempt;
    const facts = { alarm, merchantId, eventId, paymentId, cause: 'STATUS', httpStatus: 404 };
    assert.deepEqual(
      lines.map(([at, said]) => [at, said]),
      level === undefined ? [] : [[level, facts]],
    );
  });
}

test('a bad address does not fill the log, and the next line says what was left out', async () => {
  const { observer, lines, valuesOf, pass } = setUp();
  for (let count = 0; count < 50; count += 1)
    observer.onResult({ ...attempt, result: 'REFUSED' }, paymentId);
  observer.onResult({ ...attempt, result: 'REFUSED', merchantId: '10000002' }, paymentId);
  assert.equal(lines.length, 11, 'ten lines of the one merchant, one of the other');
  pass(1000);
  observer.onResult({ ...attempt, result: 'FAILED', cause: 'DNS', httpStatus: null }, paymentId);
  const [level, facts] = lines.at(-1) ?? [];
  assert.deepEqual([level, facts?.['leftOut'], facts?.['cause']], ['error', 40, 'DNS']);
  assert.ok(facts && !('httpStatus' in facts));
  observer.onResult({ ...attempt, result: 'REFUSED' }, paymentId);
  assert.ok(!('leftOut' in (lines.at(-1)?.[1] ?? {})));
  assert.deepEqual(await valuesOf('bramka_alarms_total'), [
    ['event-refused', 52],
    ['event-failed', 1],
  ]);
});

test('attempts in flight and the time to the first one are measured', async () => {
  const { observer, valuesOf } = setUp();
  observer.onStart(40);
  observer.onStart(null);
  observer.onAnswer();
  assert.deepEqual(await valuesOf('bramka_deliveries_in_flight'), [[1]]);
  const lag = await valuesOf('bramka_delivery_lag_seconds');
  assert.deepEqual(lag.slice(-2), [[0.04], [1]]);
  observer.onStart(-5);
  assert.deepEqual((await valuesOf('bramka_delivery_lag_seconds')).slice(-2), [[0.04], [2]]);
});
