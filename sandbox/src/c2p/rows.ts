// What the simulated Click to Pay system stores: checkouts with their confirmations, and the public
// keys of gateways. A card number is never stored.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import { table } from '@bramka/gateway/journal/table.ts';
import type { RowOf } from '../party/stored/row-of.ts';

/** What a checkout response contains: the card, or a network token in place of it. */
export const checkoutForms = ['CARD', 'TOKEN'] as const;
export type CheckoutForm = (typeof checkoutForms)[number];

const checkoutColumns = {
  correlationId: 'uuid',
  /** Not guessable: whoever has it acts as the customer. */
  sessionId: 'text',
  dpaId: 'text',
  amountMinor: 'bigint',
  currency: 'text',
  /** The origin of the shop's page, which receives the response; null: none. */
  origin: 'text',
  email: 'text',
  state: 'text',
  /** The one-time code, until it is used. */
  code: 'text',
  triesLeft: 'integer',
  cardLastFour: 'text',
  form: 'text',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz',
  /** Of the first confirmation; null: there was none. */
  paymentId: 'text',
  result: 'text',
  confirmedMinor: 'bigint',
  confirmedAt: 'timestamptz',
  /** How often it was confirmed. */
  confirmations: 'integer',
  version: 'integer',
} as const;

interface OwnTypes {
  origin: string | null;
  state: 'CODE_SENT' | 'RECOGNISED' | 'COMPLETED' | 'CANCELLED';
  code: string | null;
  cardLastFour: string | null;
  form: CheckoutForm | null;
  paymentId: string | null;
  result: 'SUCCESS' | 'FAILURE' | null;
  confirmedMinor: bigint | null;
  confirmedAt: Instant | null;
}
export type CheckoutRow = RowOf<typeof checkoutColumns, OwnTypes>;

/** A key to which responses are encrypted. */
const recipientColumns = {
  recipientId: 'uuid',
  kid: 'text',
  /** SubjectPublicKeyInfo in base64. */
  publicKey: 'text',
  registeredAt: 'timestamptz',
} as const;
export type RecipientRow = RowOf<typeof recipientColumns>;

export const checkoutTable = table<CheckoutRow>('sandbox.c2p_checkouts', {
  columns: checkoutColumns,
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
  columns: recipientColumns,
  key: ['recipientId'],
  hasOwnId: true,
});
