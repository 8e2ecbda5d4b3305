-- The simulated token service. Token and card numbers are stored encrypted only; a keyed hash finds a
-- token by its number.

create table sandbox.network_tokens (
  instrument_ref uuid not null,
  scheme text not null,
  request_id uuid not null,
  request_hash text not null,
  merchant_id text not null,
  token_hash text not null,
  sealed_numbers bytea not null,
  card_last_four text not null,
  token_last_four text not null,
  status text not null,
  account_reference text not null,
  art_seed text not null,
  visual_id text not null,
  cryptograms integer not null,
  sequence integer not null,
  notification_url text not null,
  created_at timestamptz not null,
  version integer not null,
  constraint network_tokens_pkey primary key (instrument_ref),
  constraint network_tokens_scheme check (scheme in ('VTS', 'SCOF')),
  constraint network_tokens_status check (status in ('ACTIVE', 'SUSPENDED', 'DELETED')),
  constraint network_tokens_counts check (cryptograms >= 0 and sequence >= 0)
);
create unique index network_tokens_request on sandbox.network_tokens (scheme, request_id);
create unique index network_tokens_number on sandbox.network_tokens (token_hash);
create index network_tokens_created on sandbox.network_tokens (created_at);

create table sandbox.token_cryptograms (
  instrument_ref uuid not null,
  counter integer not null,
  merchant_id text not null,
  amount_minor bigint not null,
  currency text not null,
  expires_at timestamptz not null,
  used_by uuid,
  version integer not null,
  constraint token_cryptograms_pkey primary key (instrument_ref, counter),
  constraint token_cryptograms_amount check (amount_minor >= 0)
);

create table sandbox.token_messages (
  message_id uuid not null,
  url text not null,
  body text not null,
  state text not null,
  tries integer not null,
  created_at timestamptz not null,
  due_at timestamptz,
  version integer not null,
  constraint token_messages_pkey primary key (message_id),
  constraint token_messages_state check (state in ('DUE', 'DELIVERED', 'GIVEN_UP')),
  constraint token_messages_due check ((due_at is not null) = (state = 'DUE'))
);
create index token_messages_due_at on sandbox.token_messages (due_at) where due_at is not null;
