-- The foundation: installation, merchants, keys, payments with their attempts and transactions,
-- outbound events, idempotency answers. Merchant first in every key, time-ordered ids second, so that
-- tables can be sharded by merchant and partitioned by time. No foreign keys between the hot tables:
-- the journal is their only writer, and rows of one payment may live in different partitions.

create table installation (
  only_row boolean primary key default true check (only_row),
  environment text not null check (environment in ('sandbox', 'production')),
  key_check bytea not null,
  created_at timestamptz not null
);

create table merchants (
  merchant_id text primary key check (merchant_id ~ '^[0-9]{4,15}$'),
  version integer not null,
  status text not null check (status in ('ACTIVE', 'SUSPENDED')),
  settings jsonb not null,
  secret_salt bytea not null,
  secrets jsonb not null,
  notification_secrets jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table signing_keys (
  key_id uuid primary key,
  sealed_key bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index signing_keys_one_current on signing_keys ((retired_at is null))
  where retired_at is null;

create table payments (
  merchant_id text not null,
  payment_id uuid not null,
  version integer not null,
  status text not null check (status in
    ('NEW', 'PENDING', 'COMPLETED', 'REJECTED', 'CANCELLED', 'ERROR', 'SETTLED')),
  sequence integer not null check (sequence > 0),
  agent_id text,
  channel text not null,
  method text,
  trans_kind text not null,
  trans_type text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor > 0),
  authorized_minor bigint not null check (authorized_minor >= 0),
  captured_minor bigint not null check (captured_minor between 0 and authorized_minor),
  refunded_minor bigint not null check (refunded_minor between 0 and captured_minor),
  ext_order_id text,
  holds_order boolean not null,
  description text,
  reject_code text,
  data_request text,
  instrument_type text,
  card_mask text,
  organization text,
  generation integer not null check (generation > 0),
  valid_until timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, payment_id),
  check (status <> 'COMPLETED' or authorized_minor > 0)
);
-- At most one payment of an order is with a provider or has succeeded.
create unique index payments_one_per_order on payments (merchant_id, ext_order_id)
  where holds_order and ext_order_id is not null;
create index payments_by_order on payments (merchant_id, ext_order_id, payment_id)
  where ext_order_id is not null;

create table payment_details (
  merchant_id text not null,
  payment_id uuid not null,
  details jsonb not null,
  primary key (merchant_id, payment_id)
);

create table transactions (
  merchant_id text not null,
  payment_id uuid not null,
  trans_id uuid not null,
  type text not null check (type in
    ('AUTH', 'PREAUTH', 'ADJUSTMENT', 'CAPTURE', 'REVERSAL', 'REFUND', 'SETTLEMENT')),
  status text not null check (status in
    ('PENDING', 'COMPLETED', 'REJECTED', 'CANCELLED', 'ERROR')),
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  description text,
  reject_code text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, payment_id, trans_id)
);

-- What must happen at a time if nothing happens before: an unfinished payment expires, an uncaptured
-- hold is released. Payments that go straight to a provider never have one.
create table deadlines (
  merchant_id text not null,
  payment_id uuid not null,
  due_at timestamptz not null,
  primary key (merchant_id, payment_id)
);
create index deadlines_due on deadlines (due_at);

create table attempts (
  merchant_id text not null,
  payment_id uuid not null,
  attempt_id uuid not null,
  trans_id uuid not null,
  verb text not null check (verb in ('authorize', 'capture', 'adjust', 'reverse', 'refund')),
  intent text,
  provider text not null,
  state text not null check (state in
    ('OPEN', 'UNKNOWN', 'PENDING', 'APPROVED', 'DECLINED', 'VOID')),
  fence integer not null,
  amount_minor bigint not null,
  currency text not null,
  reference text,
  auth_code text,
  reject_code text,
  checks integer not null,
  check_at timestamptz,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (merchant_id, payment_id, attempt_id),
  check ((finished_at is null) = (state in ('OPEN', 'UNKNOWN', 'PENDING')))
);
create index attempts_due on attempts (check_at) where check_at is not null;

create table events (
  merchant_id text not null,
  event_id uuid not null,
  payment_id uuid not null,
  sequence integer not null,
  event text not null,
  body text not null,
  occurred_at timestamptz not null,
  primary key (merchant_id, event_id),
  constraint events_one_per_sequence unique (merchant_id, payment_id, sequence)
);

create table idempotency_keys (
  merchant_id text not null,
  idempotency_key text not null,
  request_fingerprint bytea not null,
  status integer not null,
  answer bytea not null,
  expires_at timestamptz not null,
  primary key (merchant_id, idempotency_key)
);
create index idempotency_keys_expired on idempotency_keys (expires_at);
