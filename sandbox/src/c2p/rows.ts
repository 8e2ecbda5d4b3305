// What the simulated Click to Pay system stores: checkouts with their confirmations, and the public
// keys of gateways. A card number is never stored.

import { orNull, table, typed, type RowOf } from '@bramka/gateway/journal/table.ts';

/** What a checkout response contains: the card, or a network token in place of it. */
export const checkoutForms = ['CARD', 'TOKEN'] as const;
export type CheckoutForm = (typeof checkoutForms)[number];

export const checkoutTable = table('sandbox.c2p_checkouts', {
  columns: {
    correlationId: 'uuid',
    /** Not guessable: whoever has it acts as the customer. */
    sessionId: 'text',
    dpaId: 'text',
    amountMinor: 'bigint',
    currency: 'text',
    /** The origin of the shop's page, which receives the response; null: none. */
    origin: orNull('text'),
    email: 'text',
    state: typed<'CODE_SENT' | 'RECOGNISED' | 'COMPLETED' | 'CANCELLED'>('text'),
    /** The one-time code, until it is used. */
    code: orNull('text'),
    triesLeft: 'integer',
    cardLastFour: orNull('text'),
    form: typed<CheckoutForm | null>('text'),
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
    /** Of the first confirmation; null: there was none. */
    paymentId: orNull('text'),
    result: typed<'SUCCESS' | 'FAILURE' | null>('text'),
    confirmedMinor: orNull('bigint'),
    confirmedAt: orNull('timestamptz'),
    /** How often it was confirmed. */
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

export type CheckoutRow = RowOf<typeof checkoutTable>;

export const recipientTable = table('sandbox.c2p_recipients', {
  columns: {
    recipientId: 'uuid',
    kid: 'text',
    /** SubjectPublicKeyInfo in base64. */
    publicKey: 'text',
    registeredAt: 'timestamptz',
  },
  key: ['recipientId'],
  hasOwnId: true,
});

/** A key to which responses are encrypted. */
export type RecipientRow = RowOf<typeof recipientTable>;
