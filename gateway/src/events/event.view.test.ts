// Tests of what answers show of events and their deliveries.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventRow, type EventFacts } from './event.ts';
import { attemptView, eventView, type SeenAttempt, type SeenEvent } from './event.view.ts';

const at = Date.parse('2026-03-01T12:00:00.050Z');
const eventId = '0198c5d1-7b2a-7000-8000-000000000001';
const subject = '0198c5d1-7b2a-7000-8000-000000000002';
const facts = { eventId, occurredAt: at, merchantId: '10000001', sequence: 1, status: 'NEW' };
const registered: EventFacts = { ...facts, event: 'PAYMENT_STATUS', paymentId: subject };

function seen(of: EventFacts, delivery: Partial<SeenEvent> = {}): SeenEvent {
  const { body, event, occurredAt } = eventRow(of);
  const state = 'ACCEPTED' as const;
  return { eventId, event, body, occurredAt, state, attempts: 1, nextAttemptAt: null, ...delivery };
}

test('an event shows its message as it is sent, its subject and its delivery', () => {
  const pending = { state: 'PENDING', attempts: 2, nextAttemptAt: at + 15_000 } as const;
  assert.deepEqual(eventView(seen(registered, pending)), {
    eventId,
    event: 'PAYMENT_STATUS',
    occurredAt: '2026-03-01T12:00:00.050Z',
    paymentId: subject,
    delivery: { state: 'PENDING', attempts: 2, nextAttemptAt: '2026-03-01T12:00:15.050Z' },
    payload: {
      event: 'PAYMENT_STATUS',
      eventId,
      occurredAt: '2026-03-01T12:00:00.050Z',
      merchantId: '10000001',
      paymentId: subject,
      status: 'NEW',
      sequence: 1,
    },
  });
});

test('the subject is the payment, the tokenization, both, or nothing', () => {
  const other = '0198c5d1-7b2a-7000-8000-000000000003';
  const subjects: [Partial<EventFacts>, string | undefined, string | undefined][] = [
    [{}, subject, undefined],
    [{ event: 'TOKENIZATION_STATUS', paymentId: null, tokenizerId: other }, undefined, other],
    [{ event: 'TOKENIZATION_STATUS', tokenizerId: other }, subject, other],
  ];
  for (const [change, paymentId, tokenizerId] of subjects) {
    const view = eventView(seen({ ...registered, ...change }));
    assert.deepEqual([view.paymentId, view.tokenizerId], [paymentId, tokenizerId]);
    assert.ok(!('nextAttemptAt' in view.delivery));
  }
});

test('an attempt shows its address without credentials, and no empty answer', () => {
  const attempt: SeenAttempt = {
    attempt: 3,
    url: 'https://me:secret@shop.example/hook/payment?a=1',
    startedAt: at,
    durationMs: 12,
    result: 'REFUSED',
    cause: 'STATUS',
    httpStatus: 404,
    answer: 'no such page',
  };
  assert.deepEqual(attemptView(attempt), {
    attempt: 3,
    startedAt: '2026-03-01T12:00:00.050Z',
    durationMs: 12,
    url: 'https://shop.example/hook/payment?a=1',
    result: 'REFUSED',
    cause: 'STATUS',
    httpStatus: 404,
    answer: 'no such page',
  });
  const url = 'http://shop.example:8080/hook/payment';
  const silent = attemptView({ ...attempt, url, cause: 'DNS', httpStatus: null, answer: '' });
  assert.deepEqual([silent.url, 'httpStatus' in silent, 'answer' in silent], [url, false, false]);
});
