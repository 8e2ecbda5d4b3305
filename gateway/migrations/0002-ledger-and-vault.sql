-- The ledger: every movement of money names the account it leaves and the account it reaches, so that
-- sums are zero by construction. Balances are kept beside it, in constant time. The vault: card data
-- that waits for its next step, sealed with a key of its merchant.

create table ledger_transfers (
  merchant_id text not null,
  transfer_id uuid not null,
  payment_id uuid not null,
  trans_id uuid not null,
  kind text not null check (kind in ('HOLD', 'RELEASE', 'SALE', 'REVERSAL')),
  debit text not null,
  credit text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null,
  primary key (merchant_id, transfer_id),
  check (debit <> credit)
);
create function refuse_change() returns trigger language plpgsql as
  'begin raise exception ''rows of % are never changed'', tg_table_name; end';
create trigger ledger_transfers_append_only before update or delete on ledger_transfers
  for each row execute function refuse_change();

create table ledger_balances (
  merchant_id text not null,
  account text not null,
  currency text not null,
  balance_minor bigint not null,
  primary key (merchant_id, account, currency),
  constraint ledger_balances_sign check (
    case when account in ('HELD_FOR_MERCHANT', 'MERCHANT_PAYABLE') then balance_minor >= 0
         else balance_minor <= 0 end)
) with (fillfactor = 50);

create table data_keys (
  merchant_id text not null,
  key_version integer not null,
  sealed_key bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, key_version)
);

create table held_cards (
  merchant_id text not null,
  payment_id uuid not null,
  key_version integer not null,
  sealed_card bytea not null,
  sealed_cvv bytea,
  created_at timestamptz not null,
  primary key (merchant_id, payment_id)
);
