// What the simulated token service stores: tokens, the cryptograms it has issued, and news for the
// gateway.

import { orNull, table, typed, type RowOf } from '@bramka/gateway/journal/table.ts';
import { outboxTable } from '../party/outbox.ts';

/** The schemes, and whose cards they replace. */
export const schemeOrganizations = { VTS: 'VISA', SCOF: 'MASTERCARD' } as const;
export type Scheme = keyof typeof schemeOrganizations;
export const schemes = Object.keys(schemeOrganizations) as readonly Scheme[];

export type Status = 'ACTIVE' | 'SUSPENDED' | 'DELETED';

/** The constraint that allows one token per request. */
export const ONE_PER_REQUEST = 'network_tokens_request';
/** The constraint that allows one token per number. */
export const ONE_PER_NUMBER = 'network_tokens_number';

export const tokenTable = table('sandbox.network_tokens', {
  columns: {
    instrumentRef: 'uuid',
    scheme: typed<Scheme>('text'),
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
    status: typed<Status>('text'),
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

export type TokenRow = RowOf<typeof tokenTable>;

export const cryptogramTable = table('sandbox.token_cryptograms', {
  columns: {
    instrumentRef: 'uuid',
    counter: 'integer',
    merchantId: 'text',
    amountMinor: 'bigint',
    currency: 'text',
    expiresAt: 'timestamptz',
    /** The authorization that has used it. */
    usedBy: orNull('uuid'),
    version: 'integer',
  },
  key: ['instrumentRef', 'counter'],
  mutable: ['usedBy', 'version'],
  version: 'version',
});

/** A cryptogram is computed from its row, so it is not stored. */
export type CryptogramRow = RowOf<typeof cryptogramTable>;

export const messageTable = table('sandbox.token_messages', outboxTable);
