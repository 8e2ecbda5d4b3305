// A tokenization: the process that verifies a card and stores it as a token (specification 4.3). It
// follows a payment (its own verification payment, or a payment with options.tokenize), or converts
// a stored card.

import { orNull, table, typed, type RowOf } from '../journal/table.ts';
import type { Channel } from '../merchants/merchant.ts';
import type { RejectCode } from '../providers/reject-codes.ts';

export const tokenizationStatuses = [
  'NEW',
  'PENDING',
  'COMPLETED',
  'REJECTED',
  'CANCELLED',
  'ERROR',
  'DISCARDED',
] as const;
export type TokenizationStatus = (typeof tokenizationStatuses)[number];

export type TokenizationKind = 'COF' | 'NETWORK';

export const tokenizations = table('tokenizations', {
  columns: {
    merchantId: 'text',
    tokenizerId: 'uuid',
    version: 'integer',
    /** The number of events so far. */
    sequence: 'integer',
    status: typed<TokenizationStatus>('text'),
    kind: typed<TokenizationKind>('text'),
    channel: typed<Channel>('text'),
    /** The payment it follows; equal to tokenizerId for its own verification payment. */
    paymentId: orNull('uuid'),
    /** The stored card that is converted, instead of a payment. */
    sourceTokenId: orNull('uuid'),
    /** The token, once it exists. */
    tokenId: orNull('uuid'),
    extCustomerId: orNull('text'),
    rejectCode: typed<RejectCode | null>('text'),
    /** When the token service was first asked; its answer may be unknown. */
    requestedAt: orNull('timestamptz'),
    /** How often the token service was asked. */
    checks: 'integer',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  key: ['merchantId', 'tokenizerId'],
  hasOwnId: true,
  version: 'version',
  mutable: [
    'version',
    'sequence',
    'status',
    'tokenId',
    'rejectCode',
    'requestedAt',
    'checks',
    'updatedAt',
  ],
  unique: [
    {
      name: 'tokenizations_by_payment',
      columns: ['merchantId', 'paymentId'],
      when: (row) => row['paymentId'] !== null,
    },
    {
      name: 'tokenizations_one_conversion',
      columns: ['merchantId', 'sourceTokenId'],
      when: (row) =>
        row['sourceTokenId'] !== null &&
        ['NEW', 'PENDING', 'COMPLETED'].includes(row['status'] as string),
    },
  ],
});

export type Tokenization = RowOf<typeof tokenizations>;

export interface TokenizationKey {
  readonly merchantId: string;
  readonly tokenizerId: string;
}

export function isOpen({ status }: Tokenization): boolean {
  return status === 'NEW' || status === 'PENDING';
}

/** Whether it has its own verification payment, which its endpoints complete and cancel. */
export function isStandalone({ paymentId, tokenizerId }: Tokenization): boolean {
  return paymentId === tokenizerId;
}
