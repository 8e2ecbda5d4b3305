-- What the simulated acquirer did: one row per operation, named by the gateway's attempt id. The
-- row of an authorization also carries what became of its money, changed under its version only.
-- Of the card it keeps the last four digits, nothing else.

create schema if not exists sandbox;

create table sandbox.charges (
  amount_minor bigint not null,
  authorized_minor bigint not null,
  captured_minor bigint not null,
  refunded_minor bigint not null,
  created_at timestamptz not null,
  due_at timestamptz,
  version integer not null,
  attempt_id uuid not null,
  reference uuid not null,
  payment_id uuid not null,
  original_attempt_id uuid,
  merchant_id text not null,
  verb text not null,
  kind text,
  currency text not null,
  result text not null,
  reject_code text,
  auth_code text,
  card_last_four text,
  constraint charges_pkey primary key (attempt_id),
  constraint charges_amount check (amount_minor > 0),
  constraint charges_captured check (captured_minor between 0 and authorized_minor),
  constraint charges_refunded check (refunded_minor between 0 and captured_minor),
  constraint charges_money_only_approved check (result = 'APPROVED' or authorized_minor = 0),
  constraint charges_verb check (verb in ('authorize', 'capture', 'adjust', 'reverse', 'refund')),
  constraint charges_kind check ((kind is not null) = (verb = 'authorize')),
  constraint charges_result check (result in ('APPROVED', 'DECLINED', 'PENDING', 'VOID')),
  constraint charges_reason check (result <> 'DECLINED' or reject_code is not null),
  constraint charges_due check (result <> 'PENDING' or due_at is not null),
  constraint charges_last_four check (length(card_last_four) = 4)
);
