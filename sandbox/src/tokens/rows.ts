// What the simulated token service stores: tokens, the cryptograms it has issued, and news for the
// gateway.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import { table } from '@bramka/gateway/journal/table.ts';
import type { OutboxMessage } from '../party/outbox.ts';

/** The schemes, and whose cards they replace. */
export const schemeOrganizations = { VTS: 'VISA', SCOF: 'MASTERCARD' } as const;
export type Scheme = keyof typeof schemeOrganizations;
export const schemes = Object.keys(schemeOrganizations) as readonly Scheme[];

export type Status = 'ACTIVE' | 'SUSPENDED' | 'DELETED';

export interface TokenRow {
  readonly instrumentRef: string;
  readonly scheme: Scheme;
  readonly requestId: string;
  /** Distinguishes a repeat from another request with the same id. */
  readonly requestHash: string;
  readonly merchantId: string;
  /** Finds a token by its number. */
  readonly tokenHash: string;
  /** Token and card with their expiry dates. */
  readonly sealedNumbers: Uint8Array;
  readonly cardLastFour: string;
  readonly tokenLastFour: string;
  readonly status: Status;
  /** The same for all tokens of a card (PAR). */
  readonly accountReference: string;
  /** What the picture of the card is drawn from. */
  readonly artSeed: string;
  readonly visualId: string;
  /** How many cryptograms were issued. */
  readonly cryptograms: number;
  /** How often the token has changed. */
  readonly sequence: number;
  readonly notificationUrl: string;
  readonly createdAt: Instant;
  readonly version: number;
}

/** A cryptogram is computed from its row, so it is not stored. */
export interface CryptogramRow {
  readonly instrumentRef: string;
  readonly counter: number;
  readonly merchantId: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly expiresAt: Instant;
  /** The authorization that has used it. */
  readonly usedBy: string | null;
  readonly version: number;
}

/** The constraint that allows one token per request. */
export const ONE_PER_REQUEST = 'network_tokens_request';
/** The constraint that allows one token per number. */
export const ONE_PER_NUMBER = 'network_tokens_number';

export const tokenTable = table<TokenRow>('sandbox.network_tokens', {
  columns: {
    instrumentRef: 'uuid',
    scheme: 'text',
    requestId: 'uuid',
    requestHash: 'text',
    merchantId: 'text',
    tokenHash: 'text',
    sealedNumbers: 'bytea',
    cardLastFour: 'text',
    tokenLastFour: 'text',
    status: 'text',
    accountReference: 'text',
    artSeed: 'text',
    visualId: 'text',
    cryptograms: 'integer',
    sequence: 'integer',
    notificationUrl: 'text',
    createdAt: 'timestamptz',
    version: 'integer',
  },
  key: ['instrumentRef'],
  hasOwnId: true,
  mutable: [
    'sealedNumbers',
    'cardLastFour',
    'status',
    'accountReference',
    'artSeed',
    'visualId',
    'cryptograms',
    'sequence',
    'version',
  ],
  version: 'version',
  unique: [
    { name: ONE_PER_REQUEST, columns: ['scheme', 'requestId'] },
    { name: ONE_PER_NUMBER, columns: ['tokenHash'] },
  ],
});

export const cryptogramTable = table<CryptogramRow>('sandbox.token_cryptograms', {
  columns: {
    instrumentRef: 'uuid',
    counter: 'integer',
    merchantId: 'text',
    amountMinor: 'bigint',
    currency: 'text',
    expiresAt: 'timestamptz',
    usedBy: 'uuid',
    version: 'integer',
  },
  key: ['instrumentRef', 'counter'],
  mutable: ['usedBy', 'version'],
  version: 'version',
});

export const messageTable = table<OutboxMessage>('sandbox.token_messages', {
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
