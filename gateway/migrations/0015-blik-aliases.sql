-- BLIK aliases that customers have registered. An alias is recognised by a keyed fingerprint; its value
-- is not stored, because merchants send it with every payment.

create table blik_aliases (
  merchant_id text not null,
  type text not null,
  alias_fingerprint bytea not null,
  payment_id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint blik_aliases_pkey primary key (merchant_id, type, alias_fingerprint),
  constraint blik_aliases_type check (type in ('UID', 'PAYID')),
  constraint blik_aliases_status check (status in ('REGISTERED', 'UNREGISTERED', 'DECLINED'))
);
