-- Stored cards and the tokenizations that create them. A verification payment checks the card of a
-- tokenization: it has no amount and moves no money.
alter table payments add column tokenizer_id uuid;
alter table payments drop constraint payments_amount_minor_check;
alter table payments add constraint payments_amount check (
  case when trans_kind = 'VERIFICATION' then amount_minor = 0 and tokenizer_id is not null
       else amount_minor > 0 end);
alter table payments drop constraint payments_check2;
alter table payments add constraint payments_completed_amount check (
  status <> 'COMPLETED' or authorized_minor > 0 or trans_kind = 'VERIFICATION');

-- The card is sealed with a key of its own row; the row key is sealed with the merchant's data key.
-- A discarded token has neither.
create table card_tokens (
  merchant_id text not null,
  token_id uuid not null,
  version integer not null,
  type text not null check (type in ('COF', 'VTS', 'SCOF')),
  status text not null check (status in ('ACTIVE', 'SUSPENDED', 'DISCARDED')),
  token_number text not null,
  instrument_ref text,
  fingerprint bytea,
  card_mask text not null,
  exp_date text not null check (exp_date ~ '^20[0-9]{2}(0[1-9]|1[0-2])$'),
  organization text not null,
  account_reference text,
  visual_id text,
  ext_customer_id text,
  news_sequence integer not null check (news_sequence >= 0),
  key_version integer,
  sealed_row_key bytea,
  sealed_card bytea,
  remove_at timestamptz,
  remove_tries integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, token_id),
  constraint card_tokens_reference check ((type = 'COF') = (instrument_ref is null)),
  constraint card_tokens_key_material check (case when status = 'DISCARDED'
    then num_nonnulls(fingerprint, key_version, sealed_row_key, sealed_card) = 0
    else num_nonnulls(fingerprint, key_version, sealed_row_key, sealed_card) = 4 end),
  constraint card_tokens_removal check (
    remove_at is null or (status = 'DISCARDED' and instrument_ref is not null))
);
create unique index card_tokens_by_number on card_tokens (merchant_id, token_number);
create unique index card_tokens_by_reference on card_tokens (type, instrument_ref)
  where instrument_ref is not null;
-- One usable token of a type per card and customer.
create unique index card_tokens_one_per_card
  on card_tokens (merchant_id, type, fingerprint, ext_customer_id) nulls not distinct
  where status <> 'DISCARDED';
create index card_tokens_by_customer on card_tokens (merchant_id, ext_customer_id)
  where ext_customer_id is not null;
create index card_tokens_by_mask on card_tokens (merchant_id, card_mask);
create index card_tokens_to_remove on card_tokens (remove_at) where remove_at is not null;
create index card_tokens_by_key on card_tokens (merchant_id, key_version)
  where key_version is not null;

create table tokenizations (
  merchant_id text not null,
  tokenizer_id uuid not null,
  version integer not null,
  sequence integer not null check (sequence > 0),
  status text not null check (status in
    ('NEW', 'PENDING', 'COMPLETED', 'REJECTED', 'CANCELLED', 'ERROR', 'DISCARDED')),
  kind text not null check (kind in ('COF', 'NETWORK')),
  channel text not null,
  payment_id uuid,
  source_token_id uuid,
  token_id uuid,
  ext_customer_id text,
  reject_code text,
  requested_at timestamptz,
  checks integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, tokenizer_id),
  constraint tokenizations_source check ((payment_id is null) <> (source_token_id is null)),
  constraint tokenizations_token check ((token_id is not null) = (status in ('COMPLETED', 'DISCARDED')))
);
-- Tokenizations to be looked at, because their payment has changed or a request is unanswered.
create table tokenization_checks (
  merchant_id text not null,
  tokenizer_id uuid not null,
  due_at timestamptz not null,
  primary key (merchant_id, tokenizer_id)
);
create index tokenization_checks_due on tokenization_checks (due_at);
-- For the purge.
create index tokenizations_ended on tokenizations (created_at)
  where status not in ('NEW', 'PENDING');
create index card_tokens_discarded on card_tokens (updated_at) where status = 'DISCARDED';
create index tokenizations_by_token on tokenizations (merchant_id, token_id)
  where token_id is not null;
create unique index tokenizations_by_payment on tokenizations (merchant_id, payment_id)
  where payment_id is not null;
-- A stored card is converted once at a time, and not again while its network token is usable.
create unique index tokenizations_one_conversion on tokenizations (merchant_id, source_token_id)
  where source_token_id is not null and status in ('NEW', 'PENDING', 'COMPLETED');
