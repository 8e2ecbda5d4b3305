// What the simulated BLIK operator stores: codes, payments, aliases and messages to the gateway.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import { table } from '@bramka/gateway/journal/table.ts';
import type { OutboxMessage } from '../party/outbox.ts';

export interface BlikCode {
  readonly codeId: string;
  readonly codeHash: string;
  /** Null once it can no longer be used. */
  readonly code: string | null;
  readonly phone: string;
  readonly state: 'ISSUED' | 'USED' | 'CANCELLED';
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
  readonly version: number;
}

export type RecordedVerb = 'authorize' | 'stop' | 'reverse' | 'refund';

export interface BlikPayment {
  readonly attemptId: string;
  readonly verb: RecordedVerb;
  readonly merchantId: string;
  readonly paymentId: string;
  readonly originalAttemptId: string | null;
  /** Distinguishes a repeat from another request with the same id. */
  readonly requestHash: string;
  readonly reference: string;
  readonly state: 'WAITING' | 'APPROVED' | 'DECLINED' | 'AMBIGUOUS';
  readonly reason: string | null;
  /** JSON list of the bank apps of an ambiguous alias. */
  readonly apps: string | null;
  /** The phone that must confirm; null: nobody is asked. */
  readonly phone: string | null;
  /** What happens when it is due or confirmed: APPROVED, or a reason; null: nothing special. */
  readonly planned: string | null;
  readonly ticketType: string | null;
  readonly description: string | null;
  readonly notificationUrl: string | null;
  readonly aliasType: 'UID' | 'PAYID' | null;
  readonly alias: string | null;
  readonly aliasLabel: string | null;
  /** JSON of the limits of an agreement. */
  readonly recurring: string | null;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly refundedMinor: bigint;
  readonly isReversed: boolean;
  readonly createdAt: Instant;
  readonly expiresAt: Instant | null;
  readonly dueAt: Instant | null;
  readonly version: number;
}

export interface BlikAlias {
  readonly aliasId: string;
  readonly merchantId: string;
  readonly type: 'UID' | 'PAYID';
  readonly alias: string;
  readonly label: string;
  readonly phone: string;
  readonly state: 'ACTIVE' | 'REMOVED';
  readonly recurring: string | null;
  readonly usedMinor: bigint;
  readonly usedCount: number;
  readonly notificationUrl: string;
  readonly createdAt: Instant;
  readonly version: number;
}

export const codeTable = table<BlikCode>('sandbox.blik_codes', {
  columns: {
    codeId: 'uuid',
    codeHash: 'text',
    code: 'text',
    phone: 'text',
    state: 'text',
    issuedAt: 'timestamptz',
    expiresAt: 'timestamptz',
    version: 'integer',
  },
  key: ['codeId'],
  hasOwnId: true,
  mutable: ['code', 'state', 'version'],
  version: 'version',
});

export const paymentTable = table<BlikPayment>('sandbox.blik_payments', {
  columns: {
    attemptId: 'uuid',
    verb: 'text',
    merchantId: 'text',
    paymentId: 'uuid',
    originalAttemptId: 'uuid',
    requestHash: 'text',
    reference: 'text',
    state: 'text',
    reason: 'text',
    apps: 'text',
    phone: 'text',
    planned: 'text',
    ticketType: 'text',
    description: 'text',
    notificationUrl: 'text',
    aliasType: 'text',
    alias: 'text',
    aliasLabel: 'text',
    recurring: 'text',
    currency: 'text',
    amountMinor: 'bigint',
    refundedMinor: 'bigint',
    isReversed: 'boolean',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
    dueAt: 'timestamptz',
    version: 'integer',
  },
  key: ['attemptId'],
  hasOwnId: true,
  mutable: ['state', 'reason', 'phone', 'refundedMinor', 'isReversed', 'dueAt', 'version'],
  version: 'version',
});

/** The constraint that detects a repeated attempt id. */
export const ONE_PER_ATTEMPT = 'blik_payments_pkey';
/** The constraint that allows one active alias per phone. */
export const ONE_ACTIVE_ALIAS = 'blik_aliases_active';

export const aliasTable = table<BlikAlias>('sandbox.blik_aliases', {
  columns: {
    aliasId: 'uuid',
    merchantId: 'text',
    type: 'text',
    alias: 'text',
    label: 'text',
    phone: 'text',
    state: 'text',
    recurring: 'text',
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

export const messageTable = table<OutboxMessage>('sandbox.blik_messages', {
  columns: {
    messageId: 'uuid',
    url: 'text',
    body: 'text',
    state: 'text',
    tries: 'integer',
    createdAt: 'timestamptz',
    dueAt: 'timestamptz',
    version: 'integer',
  },
  key: ['messageId'],
  hasOwnId: true,
  mutable: ['state', 'tries', 'dueAt', 'version'],
  version: 'version',
});
