-- Wallet payments: tokens that were used, so that none pays twice, and results of Click to Pay
-- checkouts that are to be reported.

create table used_wallet_tokens (
  wallet text not null constraint used_wallet_tokens_wallet
    check (wallet in ('APAY', 'GPAY', 'C2P')),
  token_hash bytea not null constraint used_wallet_tokens_hash
    check (octet_length(token_hash) = 32),
  merchant_id text not null,
  payment_id uuid not null,
  expires_at timestamptz not null,
  primary key (merchant_id, wallet, token_hash)
);
-- A token belongs to one merchant; should two share a certificate, it is used once all the same.
create unique index used_wallet_tokens_once on used_wallet_tokens (wallet, token_hash);
create index used_wallet_tokens_expires on used_wallet_tokens (expires_at);

create table checkout_confirmations (
  merchant_id text not null,
  payment_id uuid not null,
  correlation_id text not null constraint checkout_confirmations_correlation
    check (correlation_id <> ''),
  dpa_id text not null constraint checkout_confirmations_dpa check (dpa_id <> ''),
  state text not null constraint checkout_confirmations_state
    check (state in ('WAITING', 'CONFIRMED', 'REFUSED')),
  tries integer not null constraint checkout_confirmations_tries check (tries >= 0),
  due_at timestamptz not null,
  created_at timestamptz not null,
  primary key (merchant_id, payment_id)
);
create index checkout_confirmations_due on checkout_confirmations (due_at)
  where state = 'WAITING';
