// A tokenization: the process that verifies a card and stores it as a token (specification 4.3). It
// follows a payment (its own verification payment, or a payment with options.tokenize), or converts
// a stored card.

import type { Instant } from '../core/clock.ts';
import { table } from '../journal/table.ts';
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

const tokenizationKinds = ['COF', 'NETWORK'] as const;
export type TokenizationKind = (typeof tokenizationKinds)[number];

export interface Tokenization {
  readonly merchantId: string;
  readonly tokenizerId: string;
  readonly version: number;
  /** The number of events so far. */
  readonly sequence: number;
  readonly status: TokenizationStatus;
  readonly kind: TokenizationKind;
  readonly channel: Channel;
  /** The payment it follows; equal to tokenizerId for its own verification payment. */
  readonly paymentId: string | null;
  /** The stored card that is converted, instead of a payment. */
  readonly sourceTokenId: string | null;
  /** The token, once it exists. */
  readonly tokenId: string | null;
  readonly extCustomerId: string | null;
  readonly rejectCode: RejectCode | null;
  /** When the token service was first asked; its answer may be unknown. */
  readonly requestedAt: Instant | null;
  /** How often the token service was asked. */
  readonly checks: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export const tokenizations = table<Tokenization>('tokenizations', {
  columns: {
    merchantId: 'text',
    tokenizerId: 'uuid',
    version: 'integer',
    sequence: 'integer',
    status: 'text',
    kind: 'text',
    channel: 'text',
    paymentId: 'uuid',
    sourceTokenId: 'uuid',
    tokenId: 'uuid',
    extCustomerId: 'text',
    rejectCode: 'text',
    requestedAt: 'timestamptz',
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
