// What the simulated BLIK operator stores: codes, payments, aliases and messages to the gateway.

import { orNull, table, typed, type RowOf } from '@bramka/gateway/journal/table.ts';
import { outboxTable } from '../party/outbox.ts';

export type RecordedVerb = 'authorize' | 'stop' | 'reverse' | 'refund';

export const codeTable = table('sandbox.blik_codes', {
  columns: {
    codeId: 'uuid',
    codeHash: 'text',
    /** Null once it can no longer be used. */
    code: orNull('text'),
    phone: 'text',
    state: typed<'ISSUED' | 'USED' | 'CANCELLED'>('text'),
    issuedAt: 'timestamptz',
    expiresAt: 'timestamptz',
    version: 'integer',
  },
  key: ['codeId'],
  hasOwnId: true,
  mutable: ['code', 'state', 'version'],
  version: 'version',
});

export type BlikCode = RowOf<typeof codeTable>;

export const paymentTable = table('sandbox.blik_payments', {
  columns: {
    attemptId: 'uuid',
    verb: typed<RecordedVerb>('text'),
    merchantId: 'text',
    paymentId: 'uuid',
    originalAttemptId: orNull('uuid'),
    /** Distinguishes a repeat from another request with the same id. */
    requestHash: 'text',
    reference: 'text',
    state: typed<'WAITING' | 'APPROVED' | 'DECLINED' | 'AMBIGUOUS'>('text'),
    reason: orNull('text'),
    /** JSON list of the bank apps of an ambiguous alias. */
    apps: orNull('text'),
    /** The phone that must confirm; null: nobody is asked. */
    phone: orNull('text'),
    /** What happens when it is due or confirmed: APPROVED, or a reason; null: nothing special. */
    planned: orNull('text'),
    ticketType: orNull('text'),
    description: orNull('text'),
    notificationUrl: orNull('text'),
    aliasType: typed<'UID' | 'PAYID' | null>('text'),
    alias: orNull('text'),
    aliasLabel: orNull('text'),
    /** JSON of the limits of an agreement. */
    recurring: orNull('text'),
    currency: 'text',
    amountMinor: 'bigint',
    refundedMinor: 'bigint',
    isReversed: 'boolean',
    createdAt: 'timestamptz',
    expiresAt: orNull('timestamptz'),
    dueAt: orNull('timestamptz'),
    version: 'integer',
  },
  key: ['attemptId'],
  hasOwnId: true,
  mutable: ['state', 'reason', 'phone', 'refundedMinor', 'isReversed', 'dueAt', 'version'],
  version: 'version',
});

export type BlikPayment = RowOf<typeof paymentTable>;

/** The constraint that detects a repeated attempt id. */
export const ONE_PER_ATTEMPT = 'blik_payments_pkey';
/** The constraint that allows one active alias per phone. */
export const ONE_ACTIVE_ALIAS = 'blik_aliases_active';

export const aliasTable = table('sandbox.blik_aliases', {
  columns: {
    aliasId: 'uuid',
    merchantId: 'text',
    type: typed<'UID' | 'PAYID'>('text'),
    alias: 'text',
    label: 'text',
    phone: 'text',
    state: typed<'ACTIVE' | 'REMOVED'>('text'),
    recurring: orNull('text'),
    usedMinor: 'bigint',
    usedCount: 'integer',
    notificationUrl: 'text',
    createdAt: 'timestamptz',
    version: 'integer',
  },
  key: ['aliasId'],
  hasOwnId: true,
  mutable: ['state', 'label', 'recurring', 'usedMinor', 'usedCount', 'notificationUrl', 'version'],
  version: 'version',
  unique: [
    {
      name: ONE_ACTIVE_ALIAS,
      columns: ['merchantId', 'type', 'alias', 'phone'],
      when: (row) => row['state'] === 'ACTIVE',
    },
  ],
});

export type BlikAlias = RowOf<typeof aliasTable>;

export const messageTable = table('sandbox.blik_messages', outboxTable);
