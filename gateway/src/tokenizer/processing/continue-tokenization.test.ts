// What the state of a payment means for the tokenization that follows it, one row per case.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Payment } from '../../payments/model/payment.ts';
import type { Tokenization } from '../tokenization.ts';
import { stepOf } from './continue-tokenization.ts';

/** Status of the tokenization, what it follows, and its step. */
const cases = `
  NEW payment NEW | none
  NEW payment PENDING | start
  PENDING payment PENDING | none
  NEW payment COMPLETED | start
  PENDING payment COMPLETED | complete
  PENDING payment SETTLED | complete
  NEW payment REJECTED EXPIRED_CARD | fail EXPIRED_CARD
  PENDING payment REJECTED EXPIRED_CARD | fail EXPIRED_CARD
  NEW payment CANCELLED EXPIRED | cancel EXPIRED
  PENDING payment CANCELLED | cancel
  PENDING payment ERROR | break SYSTEM_ERROR
  PENDING nothing | break SYSTEM_ERROR
  NEW stored-card | start
  PENDING stored-card | complete
  PENDING asked REJECTED EXPIRED_CARD | complete
  PENDING asked CANCELLED | complete
`;

for (const line of cases.trim().split('\n')) {
  const [given = '', step = ''] = line.trim().split(' | ');
  const [status, what, paymentStatus, rejectCode] = given.split(' ');
  test(`${given}: ${step}`, () => {
    const of = {
      status,
      sourceTokenId: what === 'stored-card' ? 'token' : null,
      requestedAt: what === 'asked' ? 1 : null,
    } as Tokenization;
    const payment = { status: paymentStatus, rejectCode: rejectCode ?? null } as Payment;
    const found = stepOf(of, paymentStatus === undefined ? undefined : payment);
    const text = found ? [found.on, found.facts.rejectCode].filter(Boolean).join(' ') : 'none';
    assert.equal(text, step);
  });
}
