// What the simulated Click to Pay system stores: checkouts with their confirmations, and the public
// keys of gateways. A card number is never stored.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import { table } from '@bramka/gateway/journal/table.ts';

/** What a checkout response contains: the card, or a network token in place of it. */
export const checkoutForms = ['CARD', 'TOKEN'] as const;
export type CheckoutForm = (typeof checkoutForms)[number];

export interface CheckoutRow {
  readonly correlationId: string;
  /** Not guessable: whoever has it acts as the customer. */
  readonly sessionId: string;
  readonly dpaId: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  /** The origin of the shop's page, which receives the response; null: none. */
  readonly origin: string | null;
  readonly email: string;
  readonly state: 'CODE_SENT' | 'RECOGNISED' | 'COMPLETED' | 'CANCELLED';
  /** The one-time code, until it is used. */
  readonly code: string | null;
  readonly triesLeft: number;
  readonly cardLastFour: string | null;
  readonly form: CheckoutForm | null;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  /** Of the first confirmation; null: there was none. */
  readonly paymentId: string | null;
  readonly result: 'SUCCESS' | 'FAILURE' | null;
  readonly confirmedMinor: bigint | null;
  readonly confirmedAt: Instant | null;
  /** How often it was confirmed. */
  readonly confirmations: number;
  readonly version: number;
}

/** A key to which responses are encrypted. */
export interface RecipientRow {
  readonly recipientId: string;
  readonly kid: string;
  /** SubjectPublicKeyInfo in base64. */
  readonly publicKey: string;
  readonly registeredAt: Instant;
}

export const checkoutTable = table<CheckoutRow>('sandbox.c2p_checkouts', {
  columns: {
    correlationId: 'uuid',
    sessionId: 'text',
    dpaId: 'text',
    amountMinor: 'bigint',
    currency: 'text',
    origin: 'text',
    email: 'text',
    state: 'text',
    code: 'text',
    triesLeft: 'integer',
    cardLastFour: 'text',
    form: 'text',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
    paymentId: 'text',
    result: 'text',
    confirmedMinor: 'bigint',
    confirmedAt: 'timestamptz',
    confirmations: 'integer',
    version: 'integer',
  },
  key: ['correlationId'],
  hasOwnId: true,
  mutable: [
    'state',
    'code',
    'triesLeft',
    'cardLastFour',
    'form',
    'paymentId',
    'result',
    'confirmedMinor',
    'confirmedAt',
    'confirmations',
    'version',
  ],
  version: 'version',
  unique: [{ name: 'c2p_checkouts_session', columns: ['sessionId'] }],
});

export const recipientTable = table<RecipientRow>('sandbox.c2p_recipients', {
  columns: { recipientId: 'uuid', kid: 'text', publicKey: 'text', registeredAt: 'timestamptz' },
  key: ['recipientId'],
  hasOwnId: true,
});
