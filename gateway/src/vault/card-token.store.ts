// Stored cards in the database, always sealed. Merchants know a stored card by its token number
// (COF), by its id at the token service (VTS, SCOF), or by the id of the token.

import { assert } from '../core/assert.ts';
import { isoTime, type Instant } from '../core/clock.ts';
import { columnName, orNull, selectList, table, typed, type RowOf } from '../journal/table.ts';
import { statement, type Queryable } from '../storage/database.ts';

/** COF: a card number stored by the gateway; VTS, SCOF: network tokens of Visa and Mastercard. */
export const tokenTypes = ['COF', 'VTS', 'SCOF'] as const;
export type TokenType = (typeof tokenTypes)[number];

export const tokenStatuses = ['ACTIVE', 'SUSPENDED', 'DISCARDED'] as const;
export type TokenStatus = (typeof tokenStatuses)[number];

export type SealedToken = Pick<CardToken, 'keyVersion' | 'sealedRowKey' | 'sealedCard'>;

export const cardTokens = table('card_tokens', {
  columns: {
    merchantId: 'text',
    tokenId: 'uuid',
    version: 'integer',
    type: typed<TokenType>('text'),
    status: typed<TokenStatus>('text'),
    /** What merchants send as `instrumentNo` of a COF payment; random, not a card number. */
    tokenNumber: 'text',
    /** The id at the token service; null for COF. */
    instrumentRef: orNull('text'),
    /** The fingerprint of the card behind the token; null once the token is discarded. */
    fingerprint: orNull('bytea'),
    cardMask: 'text',
    /** The expiry of the card behind the token, YYYYMM. */
    expDate: 'text',
    organization: 'text',
    /** The payment account reference (PAR) of a network token. */
    accountReference: orNull('text'),
    visualId: orNull('text'),
    extCustomerId: orNull('text'),
    /** The latest message of the token service that was applied. */
    newsSequence: 'integer',
    /** The version of the data key; null once the token is discarded, like both sealed values. */
    keyVersion: orNull('integer'),
    /** The key of this row, sealed with the merchant's data key. */
    sealedRowKey: orNull('bytea'),
    /** Number, expiry date and holder, sealed with the key of this row. */
    sealedCard: orNull('bytea'),
    /** When the token service is next asked to delete the token; null: not needed, or done. */
    removeAt: orNull('timestamptz'),
    removeTries: 'integer',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  key: ['merchantId', 'tokenId'],
  hasOwnId: true,
  version: 'version',
  mutable: [
    'version',
    'status',
    'fingerprint',
    'cardMask',
    'expDate',
    'visualId',
    'newsSequence',
    'keyVersion',
    'sealedRowKey',
    'sealedCard',
    'removeAt',
    'removeTries',
    'updatedAt',
  ],
  unique: [
    { name: 'card_tokens_by_number', columns: ['merchantId', 'tokenNumber'] },
    {
      name: 'card_tokens_by_reference',
      columns: ['type', 'instrumentRef'],
      when: (row) => row['instrumentRef'] !== null,
    },
    {
      name: 'card_tokens_one_per_card',
      columns: ['merchantId', 'type', 'fingerprint', 'extCustomerId'],
      when: (row) => row['status'] !== 'DISCARDED',
      nullsAreEqual: true,
    },
  ],
});

export type CardToken = RowOf<typeof cardTokens>;

export interface TokenKey {
  readonly merchantId: string;
  readonly tokenId: string;
}

/** What a merchant searches for; every given field must match. */
export interface TokenSearch {
  readonly tokenNumber?: string | undefined;
  readonly instrumentRef?: string | undefined;
  readonly fingerprint?: Uint8Array | undefined;
  readonly cardMask?: string | undefined;
  readonly extCustomerId?: string | undefined;
}

const all = selectList(cardTokens);
const findById = statement(
  'card-tokens.find',
  `select ${all} from card_tokens where merchant_id = $1 and token_id = $2`,
);
const findByNumber = statement(
  'card-tokens.by-number',
  `select ${all} from card_tokens where merchant_id = $1 and token_number = $2`,
);
const findByReference = statement(
  'card-tokens.by-reference',
  `select ${all} from card_tokens where type = $1 and instrument_ref = $2`,
);
const findOfCard = statement(
  'card-tokens.of-card',
  `select ${all} from card_tokens where merchant_id = $1 and type = $2 and fingerprint = $3
     and ext_customer_id is not distinct from $4 and status <> 'DISCARDED'`,
);
/** A search starts with the first given field; each field has an index. */
const searched = [
  'tokenNumber',
  'fingerprint',
  'instrumentRef',
  'extCustomerId',
  'cardMask',
] as const;
const otherFields = searched.map((field, index) => {
  const value = `$${index + 3}::${field === 'fingerprint' ? 'bytea' : 'text'}`;
  return `and (${value} is null or ${columnName(field)} = ${value})`;
});
/** `offset 0`: the few tokens are found first, without reading all of the merchant in order. */
const searches = searched.map((field, index) =>
  statement(
    `card-tokens.search-by-${columnName(field).replaceAll('_', '-')}`,
    `select ${all} from (select * from card_tokens
       where merchant_id = $1 and ${columnName(field)} = $${index + 3} offset 0) as found
     where true ${otherFields.join(' ')} order by token_id desc limit $2`,
  ),
);
const findOfCustomer = statement(
  'card-tokens.of-customer',
  `select ${all} from card_tokens where merchant_id = $1 and ext_customer_id = $2
     and status = 'ACTIVE' order by token_id desc limit $3`,
);
const dueRemovals = statement(
  'card-tokens.due-removals',
  `select ${all} from card_tokens where remove_at <= $1 order by remove_at limit $2`,
);
export const removalsDue = statement(
  'card-tokens.removals-due',
  'select 1 from card_tokens where remove_at <= $1 order by remove_at',
);

export interface TokenStore {
  find(key: TokenKey): Promise<CardToken | undefined>;
  findByNumber(merchantId: string, tokenNumber: string): Promise<CardToken | undefined>;
  /** The token of a token service, whichever merchant has it. */
  findByReference(type: TokenType, instrumentRef: string): Promise<CardToken | undefined>;
  /** The usable token of this card and customer. */
  findOfCard(
    merchantId: string,
    type: TokenType,
    fingerprint: Uint8Array,
    extCustomerId: string | null,
  ): Promise<CardToken | undefined>;
  /** The newest first. */
  search(merchantId: string, search: TokenSearch, limit: number): Promise<CardToken[]>;
  /** Active tokens of a customer, the newest first. */
  ofCustomer(merchantId: string, extCustomerId: string, limit: number): Promise<CardToken[]>;
  /** Discarded tokens that the token service must still delete, oldest first. */
  dueRemovals(now: Instant, limit: number): Promise<CardToken[]>;
}

export function sqlTokenStore(database: Queryable): TokenStore {
  const run = (of: typeof findById, values: unknown[]) => database.run<CardToken>(of, values);
  const one = async (of: typeof findById, values: unknown[]) => (await run(of, values))[0];
  return {
    find: ({ merchantId, tokenId }) => one(findById, [merchantId, tokenId]),
    findByNumber: (merchantId, tokenNumber) => one(findByNumber, [merchantId, tokenNumber]),
    findByReference: (type, instrumentRef) => one(findByReference, [type, instrumentRef]),
    findOfCard: (merchantId, type, fingerprint, extCustomerId) =>
      one(findOfCard, [merchantId, type, fingerprint, extCustomerId]),
    async search(merchantId, search, limit) {
      const first = searches[searched.findIndex((field) => search[field] !== undefined)];
      assert(first !== undefined, 'a search of tokens has at least one field');
      return run(first, [merchantId, limit, ...searched.map((field) => search[field] ?? null)]);
    },
    ofCustomer: (...values) => run(findOfCustomer, values),
    dueRemovals: (now, limit) => run(dueRemovals, [isoTime(now), limit]),
  };
}
