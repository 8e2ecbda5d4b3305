// What the simulated token service stores: tokens, the cryptograms it has issued, and news for the
// gateway.

import { table } from '@bramka/gateway/journal/table.ts';
import type { OutboxMessage } from '../party/outbox.ts';
import type { RowOf } from '../party/stored/row-of.ts';

/** The schemes, and whose cards they replace. */
export const schemeOrganizations = { VTS: 'VISA', SCOF: 'MASTERCARD' } as const;
export type Scheme = keyof typeof schemeOrganizations;
export const schemes = Object.keys(schemeOrganizations) as readonly Scheme[];

export type Status = 'ACTIVE' | 'SUSPENDED' | 'DELETED';

const tokenColumns = {
  instrumentRef: 'uuid',
  scheme: 'text',
  requestId: 'uuid',
  /** Distinguishes a repeat from another request with the same id. */
  requestHash: 'text',
  merchantId: 'text',
  /** Finds a token by its number. */
  tokenHash: 'text',
  /** Token and card with their expiry dates. */
  sealedNumbers: 'bytea',
  cardLastFour: 'text',
  tokenLastFour: 'text',
  status: 'text',
  /** The same for all tokens of a card (PAR). */
  accountReference: 'text',
  /** What the picture of the card is drawn from. */
  artSeed: 'text',
  visualId: 'text',
  /** How many cryptograms were issued. */
  cryptograms: 'integer',
  /** How often the token has changed. */
  sequence: 'integer',
  notificationUrl: 'text',
  createdAt: 'timestamptz',
  version: 'integer',
} as const;
export type TokenRow = RowOf<typeof tokenColumns, { scheme: Scheme; status: Status }>;

/** A cryptogram is computed from its row, so it is not stored. */
const cryptogramColumns = {
  instrumentRef: 'uuid',
  counter: 'integer',
  merchantId: 'text',
  amountMinor: 'bigint',
  currency: 'text',
  expiresAt: 'timestamptz',
  /** The authorization that has used it. */
  usedBy: 'uuid',
  version: 'integer',
} as const;
export type CryptogramRow = RowOf<typeof cryptogramColumns, { usedBy: string | null }>;

/** The constraint that allows one token per request. */
export const ONE_PER_REQUEST = 'network_tokens_request';
/** The constraint that allows one token per number. */
export const ONE_PER_NUMBER = 'network_tokens_number';

export const tokenTable = table<TokenRow>('sandbox.network_tokens', {
  columns: tokenColumns,
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
  columns: cryptogramColumns,
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
