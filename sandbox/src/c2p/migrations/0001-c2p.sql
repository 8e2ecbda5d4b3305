-- The simulated Click to Pay system: its signing key, the keys of gateways, and checkouts. Card
-- numbers are not stored.

create table sandbox.c2p_keys (
  only_row boolean primary key default true check (only_row),
  sealed_key bytea not null
);

create table sandbox.c2p_recipients (
  recipient_id uuid not null,
  kid text not null,
  public_key text not null,
  registered_at timestamptz not null,
  constraint c2p_recipients_pkey primary key (recipient_id)
);

create table sandbox.c2p_checkouts (
  correlation_id uuid not null,
  session_id text not null,
  dpa_id text not null,
  amount_minor bigint not null,
  currency text not null,
  origin text,
  email text not null,
  state text not null,
  code text,
  tries_left integer not null,
  card_last_four text,
  form text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  payment_id text,
  result text,
  confirmed_minor bigint,
  confirmed_at timestamptz,
  confirmations integer not null,
  version integer not null,
  constraint c2p_checkouts_pkey primary key (correlation_id),
  constraint c2p_checkouts_amount check (amount_minor > 0),
  constraint c2p_checkouts_state check (state in ('CODE_SENT', 'RECOGNISED', 'COMPLETED', 'CANCELLED')),
  constraint c2p_checkouts_code check ((code is not null) = (state = 'CODE_SENT')),
  constraint c2p_checkouts_tries check (tries_left >= 0),
  constraint c2p_checkouts_card check (
    (card_last_four is not null) = (state = 'COMPLETED')
    and (form is not null) = (state = 'COMPLETED')
  ),
  constraint c2p_checkouts_last_four check (card_last_four ~ '^[0-9]{4}$'),
  constraint c2p_checkouts_form check (form in ('CARD', 'TOKEN')),
  constraint c2p_checkouts_result check (result in ('SUCCESS', 'FAILURE')),
  constraint c2p_checkouts_confirmed check (
    (payment_id is not null) = (confirmations > 0)
    and (result is not null) = (confirmations > 0)
    and (confirmed_minor is not null) = (confirmations > 0)
    and (confirmed_at is not null) = (confirmations > 0)
  ),
  constraint c2p_checkouts_confirmations check (
    confirmations = 0 or (confirmations > 0 and state = 'COMPLETED')
  )
);
create unique index c2p_checkouts_session on sandbox.c2p_checkouts (session_id);
create index c2p_checkouts_confirmed_at on sandbox.c2p_checkouts (confirmed_at)
  where confirmed_at is not null;
