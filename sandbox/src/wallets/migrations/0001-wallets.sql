-- The simulated wallets: keys made once per database, the public keys they encrypt to, device
-- numbers and cryptograms. Private keys and numbers are stored encrypted only; keyed hashes find them.

create table sandbox.wallet_keys (
  only_row boolean primary key default true check (only_row),
  sealed_keys bytea not null
);

-- The newest certificate or key per name; of a certificate also who it was issued for.
create table sandbox.wallet_recipients (
  kind text not null,
  name text not null,
  algorithm text not null,
  public_key bytea not null,
  certificate bytea,
  registered_at timestamptz not null,
  constraint wallet_recipients_pkey primary key (kind, name, algorithm),
  constraint wallet_recipients_kind
    check (kind in ('APAY_PROCESSING', 'APAY_IDENTITY', 'GPAY_ENCRYPTION')),
  constraint wallet_recipients_algorithm check (algorithm in ('EC', 'RSA')),
  constraint wallet_recipients_certificate
    check ((certificate is null) = (kind = 'GPAY_ENCRYPTION'))
);

create table sandbox.device_numbers (
  device_id uuid not null,
  wallet text not null,
  number_hash text not null,
  card_hash text not null,
  sealed_numbers bytea not null,
  created_at timestamptz not null,
  constraint device_numbers_pkey primary key (device_id),
  constraint device_numbers_wallet check (wallet in ('APAY', 'GPAY', 'C2P'))
);
create unique index device_numbers_number on sandbox.device_numbers (number_hash);
create unique index device_numbers_card on sandbox.device_numbers (card_hash);

create table sandbox.device_cryptograms (
  cryptogram_hash text not null,
  device_id uuid not null,
  merchant_id text not null,
  amount_minor bigint not null,
  currency text not null,
  eci text,
  expires_at timestamptz not null,
  used_by uuid,
  version integer not null,
  constraint device_cryptograms_pkey primary key (cryptogram_hash),
  constraint device_cryptograms_amount check (amount_minor >= 0)
);
