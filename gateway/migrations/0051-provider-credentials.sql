-- Credentials of merchants at providers, beside those of the installation. A row is used for the
-- attempts that start from used_from until used_until, and for everything that follows them.

create table provider_credentials (
  merchant_id text not null,
  credential_id uuid not null,
  provider text not null,
  account text constraint provider_credentials_account check (length(account) between 1 and 64),
  field_names jsonb not null,
  sealed_fields bytea not null,
  version integer not null constraint provider_credentials_version check (version > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  used_from timestamptz not null,
  used_until timestamptz,
  constraint provider_credentials_use check (used_until >= used_from),
  primary key (merchant_id, credential_id)
);
create unique index provider_credentials_in_use on provider_credentials (merchant_id, provider)
  where used_until is null;
-- An account belongs to one merchant, so no merchant receives the messages of another.
create unique index provider_credentials_one_per_account on provider_credentials
  (provider, account) where used_until is null;
create index provider_credentials_by_account on provider_credentials (provider, account)
  where account is not null;
