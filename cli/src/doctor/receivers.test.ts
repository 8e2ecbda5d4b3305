// Tests of what the doctor says about receivers that fail and events that were not delivered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiverFindings } from './receivers.ts';

const subject = 'notifications';
const failing = (merchantId: string, consecutiveFailures: number) => ({
  merchantId,
  origin: 'https://shop.example',
  consecutiveFailures,
  isHealthy: false,
  lastCause: 'TLS',
});

test('in order when no receiver fails and every event was delivered', () => {
  const found = receiverFindings({ receivers: [], undelivered: [] });
  assert.deepEqual(found, [{ subject, ok: true, what: 'no receiver fails' }]);
});

test('a receiver that fails and events that were not delivered are a problem each', () => {
  const receivers = [failing('10000001', 1), failing('10000002', 14)];
  const undelivered = [{ merchantId: '10000003', refusedEvents: 2, failedEvents: 1 }];
  const [first, second, ...others] = receiverFindings({ receivers, undelivered });
  assert.deepEqual(others, []);
  const names =
    'https://shop.example of 10000001 (TLS, 1 time), https://shop.example of 10000002 ' +
    '(TLS, 14 times)';
  assert.deepEqual(first, {
    subject,
    ok: false,
    what: `receivers that fail: ${names}; \`bramka event <eventId>\` shows what they answered`,
  });
  assert.equal(second?.ok, false);
  assert.match(
    second.what,
    /^events of the last 24 hours not delivered: 10000003 \(2 refused, 1 failed\); /,
  );
  assert.match(second.what, /`bramka replay --failed`$/);
  const onlyEvents = receiverFindings({ receivers: [], undelivered });
  assert.deepEqual(onlyEvents, [second]);
});

test('five are named and the others are counted', () => {
  const of = (count: number) => Array.from({ length: count }, () => failing('10000001', 2));
  const namesIn = (count: number, next?: string) => {
    const more = next === undefined ? {} : { next };
    const [found] = receiverFindings({ receivers: of(count), undelivered: [], ...more });
    return [
      found?.what.split(' of 10000001').length,
      /, and (.*) more;/.exec(found?.what ?? '')?.[1],
    ];
  };
  assert.deepEqual(namesIn(5), [6, undefined]);
  assert.deepEqual(namesIn(6), [6, '1']);
  assert.deepEqual(namesIn(100, 'x'), [6, 'at least 95']);
});
