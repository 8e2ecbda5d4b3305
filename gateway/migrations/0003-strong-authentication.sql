-- Strong customer authentication: one row per 3-D Secure transaction of a payment, named by the id it
-- has at the directory server. The card ranges are what directory servers last told, one row per
-- organization.

create table authentications (
  merchant_id text not null,
  payment_id uuid not null,
  authentication_id uuid not null,
  state text not null check (state in ('METHOD', 'ASKING', 'CHALLENGE', 'WAITING', 'DONE')),
  organization text not null,
  message_version text not null,
  device_channel text not null check (device_channel in ('01', '02')),
  challenge_ind text not null,
  exemption text,
  range jsonb not null,
  method_completion text not null check (method_completion in ('Y', 'N', 'U')),
  acs_trans_id uuid,
  ds_trans_id uuid,
  acs_reference text,
  acs_url text,
  acs_signed_content text,
  trans_status text,
  trans_status_reason text,
  challenge_cancel text,
  eci text,
  key_version integer,
  sealed_cavv bytea,
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, payment_id, authentication_id),
  check ((state = 'DONE') = (due_at is null)),
  check ((sealed_cavv is null) = (key_version is null))
);
create unique index authentications_one_per_id on authentications (authentication_id);

create table card_ranges (
  organization text primary key,
  serial_num text,
  ranges jsonb not null,
  fetched_at timestamptz not null
);

-- Whether the vault holds a card of the payment. The default serves nodes of the version before.
alter table payments add column card_held boolean not null default false;
update payments p set card_held = true from held_cards h
  where h.merchant_id = p.merchant_id and h.payment_id = p.payment_id;

-- What an authorization relied on: an authentication, or an exemption from it.
alter table attempts add column authentication_id uuid;
alter table attempts add column exemption text;

-- Merchants that were there before authenticate their customers as new ones do.
update merchants set settings = settings || '{"sca": {"challenge": "AUTO",
  "whenUnavailable": "REJECT", "decoupled": false, "lowValueLimits": {}, "traLimits": {},
  "exemptionRoute": "AUTHORIZATION"}}'::jsonb where not settings ? 'sca';
