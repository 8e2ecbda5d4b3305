// What the simulated Stripe stores: intents, answers by idempotency key, and messages.

import { orNull, table, typed, type RowOf } from '@bramka/gateway/journal/table.ts';
import { outboxTable } from '../party/outbox.ts';

export const intentTable = table('sandbox.stripe_intents', {
  columns: {
    intentId: 'text',
    /** Names the authorization at the acquirer. */
    attemptId: 'uuid',
    merchantId: 'text',
    paymentId: 'uuid',
    amountMinor: 'bigint',
    currency: 'text',
    isHold: 'boolean',
    /** CONFIRMED: its charge at the acquirer tells how it ended. */
    state: typed<'OPEN' | 'CONFIRMED' | 'CANCELED'>('text'),
    metadata: typed<Readonly<Record<string, string>>>('jsonb'),
    createdAt: 'timestamptz',
    confirmedAt: orNull('timestamptz'),
    version: 'integer',
  },
  key: ['intentId'],
  hasOwnId: true,
  mutable: ['state', 'metadata', 'confirmedAt', 'version'],
  version: 'version',
});

export type IntentRow = RowOf<typeof intentTable>;

export const answerTable = table('sandbox.stripe_answers', {
  columns: {
    answerId: 'uuid',
    idempotencyKey: 'text',
    /** Of the request without card data. */
    requestHash: 'text',
    status: 'integer',
    body: 'text',
    createdAt: 'timestamptz',
  },
  key: ['answerId'],
  hasOwnId: true,
  mutable: [],
});

export type AnswerRow = RowOf<typeof answerTable>;

export const messageTable = table('sandbox.stripe_messages', outboxTable);
