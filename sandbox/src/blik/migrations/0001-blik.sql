-- The simulated BLIK operator with its banks and phones. A code is stored in clear only while it can
-- be used, because the phone shows it.

create table sandbox.blik_codes (
  code_id uuid not null,
  code_hash text not null,
  code text,
  phone text not null,
  state text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  version integer not null,
  constraint blik_codes_pkey primary key (code_id),
  constraint blik_codes_state check (state in ('ISSUED', 'USED', 'CANCELLED')),
  constraint blik_codes_only_while_issued check ((code is not null) = (state = 'ISSUED'))
);
create index blik_codes_by_hash on sandbox.blik_codes (code_hash, issued_at);
create index blik_codes_by_phone on sandbox.blik_codes (phone, issued_at);

create table sandbox.blik_payments (
  attempt_id uuid not null,
  verb text not null,
  merchant_id text not null,
  payment_id uuid not null,
  original_attempt_id uuid,
  request_hash text not null,
  reference text not null,
  state text not null,
  reason text,
  apps text,
  phone text,
  planned text,
  ticket_type text,
  description text,
  notification_url text,
  alias_type text,
  alias text,
  alias_label text,
  recurring text,
  currency text not null,
  amount_minor bigint not null,
  refunded_minor bigint not null,
  is_reversed boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  due_at timestamptz,
  version integer not null,
  constraint blik_payments_pkey primary key (attempt_id),
  constraint blik_payments_verb check (verb in ('authorize', 'stop', 'reverse', 'refund')),
  constraint blik_payments_state check
    (state in ('WAITING', 'APPROVED', 'DECLINED', 'AMBIGUOUS')),
  constraint blik_payments_reason check ((reason is not null) = (state = 'DECLINED')),
  constraint blik_payments_apps check ((apps is not null) = (state = 'AMBIGUOUS')),
  constraint blik_payments_due check ((due_at is not null) = (state = 'WAITING')),
  constraint blik_payments_amount check (amount_minor > 0),
  constraint blik_payments_refunded check
    (refunded_minor >= 0 and refunded_minor <= amount_minor)
);
create index blik_payments_due_at on sandbox.blik_payments (due_at) where due_at is not null;
create index blik_payments_by_payment on sandbox.blik_payments (payment_id);

create table sandbox.blik_aliases (
  alias_id uuid not null,
  merchant_id text not null,
  type text not null,
  alias text not null,
  label text not null,
  phone text not null,
  state text not null,
  recurring text,
  used_minor bigint not null,
  used_count integer not null,
  notification_url text not null,
  created_at timestamptz not null,
  version integer not null,
  constraint blik_aliases_pkey primary key (alias_id),
  constraint blik_aliases_type check (type in ('UID', 'PAYID')),
  constraint blik_aliases_state check (state in ('ACTIVE', 'REMOVED')),
  constraint blik_aliases_used check (used_minor >= 0 and used_count >= 0)
);
create unique index blik_aliases_active on sandbox.blik_aliases (merchant_id, type, alias, phone)
  where state = 'ACTIVE';

create table sandbox.blik_messages (
  message_id uuid not null,
  url text not null,
  body text not null,
  state text not null,
  tries integer not null,
  created_at timestamptz not null,
  due_at timestamptz,
  version integer not null,
  constraint blik_messages_pkey primary key (message_id),
  constraint blik_messages_state check (state in ('DUE', 'DELIVERED', 'GIVEN_UP')),
  constraint blik_messages_due check ((due_at is not null) = (state = 'DUE'))
);
create index blik_messages_due_at on sandbox.blik_messages (due_at) where due_at is not null;
