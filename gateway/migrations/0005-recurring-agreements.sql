-- Payments without the customer: an agreement is what an authenticated first payment of a series leaves
-- behind, so that it outlives the purge of that payment. Cards are recognised by a keyed fingerprint.

alter table payments add column recurring text;
alter table authentications add column card_fingerprint bytea;

create table recurring_agreements (
  merchant_id text not null,
  payment_id uuid not null,
  version integer not null,
  card_fingerprint bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  ended_at timestamptz,
  primary key (merchant_id, payment_id)
);
create index recurring_agreements_by_use on recurring_agreements (last_used_at);

-- Nobody may charge without the customer until the operator allows it.
update merchants set settings = settings || '{"recurringAllowed": false}'::jsonb
  where not settings ? 'recurringAllowed';
