// The read queries of the simulated Stripe.

import type { OutboxMessage } from '../party/outbox.ts';
import { rowsDue, rowWhere, someDue, storeOf } from '../party/queries.store.ts';
import { answerTable, intentTable, messageTable, type AnswerRow, type IntentRow } from './rows.ts';

export const sqlStripeStore = storeOf({
  intent: rowWhere<IntentRow, [intentId: string]>('stripe.intent', intentTable, 'intent_id = $1'),
  intentOf: rowWhere<IntentRow, [attemptId: string]>(
    'stripe.intent-of',
    intentTable,
    'attempt_id = $1::uuid order by created_at desc, intent_id limit 1',
  ),
  /** The newest answer to this key. */
  answer: rowWhere<AnswerRow, [idempotencyKey: string]>(
    'stripe.answer',
    answerTable,
    'idempotency_key = $1 order by created_at desc, answer_id desc limit 1',
  ),
  message: rowWhere<OutboxMessage, [messageId: string]>(
    'stripe.message',
    messageTable,
    'message_id = $1::uuid',
  ),
  dueMessages: rowsDue<OutboxMessage>('stripe.due-messages', messageTable),
});

export type StripeStore = ReturnType<typeof sqlStripeStore>;

export const messagesDue = someDue('stripe.some-due', messageTable.name);
