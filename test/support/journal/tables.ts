// Tables with every kind of column for the journal tests, and builders for their rows.
import { isoTime } from '@bramka/gateway/core/clock.ts';
import { uuidV7 } from '@bramka/gateway/core/id.ts';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import { orNull, table, typed, type RowOf, type Table } from '@bramka/gateway/journal/table.ts';

export const accounts = table('accounts', {
  columns: {
    shop: 'text',
    accountId: 'uuid',
    version: 'integer',
    label: 'text',
    holdsCode: 'boolean',
    code: orNull('text'),
    heldMinor: 'bigint',
  },
  key: ['shop', 'accountId'],
  hasOwnId: true,
  version: 'version',
  mutable: ['version', 'label', 'holdsCode', 'heldMinor'],
  unique: [
    {
      name: 'accounts_one_per_code',
      columns: ['shop', 'code'],
      when: (row) => row['holdsCode'] === true,
    },
  ],
});

/** A row guarded by its version, like a payment. */
export type Account = RowOf<typeof accounts>;

export const steps = table('steps', {
  columns: {
    shop: 'text',
    accountId: 'uuid',
    stepId: 'uuid',
    state: 'text',
    checks: 'integer',
  },
  key: ['shop', 'accountId', 'stepId'],
  hasOwnId: true,
  mutable: ['state', 'checks'],
});

/** A row that changes only together with its account, like an attempt. */
export type Step = RowOf<typeof steps>;

export const notes = table('notes', {
  columns: {
    noteId: 'uuid',
    body: 'text',
    about: orNull('uuid'),
    size: 'bigint',
    count: 'integer',
    open: orNull('boolean'),
    writtenAt: 'timestamptz',
    details: typed<object | null>('jsonb'),
    bytes: orNull('bytea'),
  },
  key: ['noteId'],
  hasOwnId: true,
});

/** An append-only row with a column of every kind. */
export type Note = RowOf<typeof notes>;

export const claims = table('claims', {
  columns: {
    shop: 'text',
    claimKey: 'text',
    /** Not part of the key: an id in this column does not show who wrote the row. */
    madeBy: 'uuid',
    answer: 'text',
  },
  key: ['shop', 'claimKey'],
});

/** A row whose key is chosen by the caller, like an idempotency key. */
export type Claim = RowOf<typeof claims>;

export const counters = table('counters', {
  columns: {
    shop: 'text',
    currency: 'text',
    total: 'bigint',
    pending: 'bigint',
  },
  key: ['shop', 'currency'],
});

/** Counters that many entries share, like balances. */
export type Counter = RowOf<typeof counters>;

export const rigTables: readonly Table[] = [accounts, steps, notes, claims, counters];

export const schema = `
create table accounts (shop text not null, account_id uuid not null, version integer not null,
  label text not null, holds_code boolean not null, code text,
  held_minor bigint not null constraint accounts_held check (held_minor >= 0),
  primary key (shop, account_id));
create unique index accounts_one_per_code on accounts (shop, code)
  where holds_code and code is not null;
create table steps (shop text not null, account_id uuid not null, step_id uuid not null,
  state text not null, checks integer not null, primary key (shop, account_id, step_id));
create table notes (note_id uuid primary key, body text not null, about uuid, size bigint not null,
  count integer not null, open boolean, written_at timestamptz not null, details jsonb,
  bytes bytea);
create table claims (shop text not null, claim_key text not null, made_by uuid not null,
  answer text not null,
  primary key (shop, claim_key));
create table counters (shop text not null, currency text not null, total bigint not null default 0,
  pending bigint not null default 0, primary key (shop, currency));
`;

/** Builders with defaults; ids in ascending order from a seed. */
export function builders(seed = 1) {
  const random = seededRandom(seed);
  let at = Date.parse('2026-03-01T12:00:00Z');
  const id = (): string => uuidV7((at += 1), random(10));
  const madeBy = id();
  return {
    id,
    account: (overrides: Partial<Account> = {}): Account => ({
      shop: 'shop-1',
      accountId: id(),
      version: 1,
      label: 'new',
      holdsCode: false,
      code: null,
      heldMinor: 0n,
      ...overrides,
    }),
    step: (account: Account, other: Partial<Step> = {}): Step => {
      const { shop, accountId } = account;
      return { shop, accountId, stepId: id(), state: 'OPEN', checks: 0, ...other };
    },
    note: (overrides: Partial<Note> = {}): Note => ({
      noteId: id(),
      body: `written at ${isoTime(at)}`,
      about: null,
      size: 1n,
      count: 1,
      open: null,
      writtenAt: at,
      details: null,
      bytes: null,
      ...overrides,
    }),
    claim: (claimKey: string, answer = 'done'): Claim => {
      return { shop: 'shop-1', claimKey, madeBy, answer };
    },
  };
}

/** The account after one more change. */
export function nextVersion(account: Account, other: Partial<Account> = {}): Account {
  return { ...account, version: account.version + 1, ...other };
}
