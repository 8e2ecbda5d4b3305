-- Keys and certificates with which the gateway takes part in wallets. A removed credential keeps its
-- row for the record, without its private key. The kinds of the gateway have no certificate.

create table wallet_credentials (
  credential_id uuid primary key,
  kind text not null constraint wallet_credentials_kind check (
    kind in ('APAY_PROCESSING', 'APAY_IDENTITY', 'GPAY_ENCRYPTION', 'C2P_ENCRYPTION')),
  merchant_id text,
  name text not null constraint wallet_credentials_name check (length(name) between 1 and 64),
  algorithm text not null constraint wallet_credentials_algorithm check (algorithm in ('EC', 'RSA')),
  status text not null constraint wallet_credentials_status check (
    status in ('REQUESTED', 'ACTIVE', 'REMOVED')),
  public_key bytea not null,
  public_key_hash bytea not null,
  certificate bytea,
  sealed_private_key bytea,
  created_at timestamptz not null,
  activated_at timestamptz,
  expires_at timestamptz,
  removed_at timestamptz,
  warned_at timestamptz,
  constraint wallet_credentials_owner check (
    (merchant_id is null) = (kind in ('GPAY_ENCRYPTION', 'C2P_ENCRYPTION'))),
  constraint wallet_credentials_gateway_needs_no_certificate check (
    merchant_id is not null or (status <> 'REQUESTED' and certificate is null)),
  constraint wallet_credentials_google_is_ec check (kind <> 'GPAY_ENCRYPTION' or algorithm = 'EC'),
  constraint wallet_credentials_hash check (public_key_hash = sha256(public_key)),
  constraint wallet_credentials_private_key check (
    (sealed_private_key is null) = (status = 'REMOVED')),
  constraint wallet_credentials_certificate check (
    case status when 'REQUESTED' then certificate is null
      when 'ACTIVE' then certificate is not null or merchant_id is null
      else true end),
  constraint wallet_credentials_expiry check ((expires_at is null) = (certificate is null)),
  constraint wallet_credentials_activation check (
    case status when 'REQUESTED' then activated_at is null
      when 'ACTIVE' then activated_at is not null
      else (activated_at is not null) or (certificate is null and merchant_id is not null) end),
  constraint wallet_credentials_removal check ((removed_at is null) = (status <> 'REMOVED'))
);
-- A key belongs to one credential, so no merchant can open the tokens of another.
create unique index wallet_credentials_one_per_key on wallet_credentials (public_key_hash)
  where status <> 'REMOVED';
create index wallet_credentials_by_owner on wallet_credentials
  (kind, (coalesce(merchant_id, ''))) where status <> 'REMOVED';
