-- Disputes (chargebacks) that providers have reported: one row for each, with its present stage and
-- every report.

create table disputes (
  merchant_id text not null,
  dispute_id uuid not null,
  payment_id uuid not null,
  attempt_id uuid not null,
  provider text not null,
  reference text not null,
  stage text not null,
  amount_minor bigint not null,
  currency text not null,
  reason text,
  respond_until timestamptz,
  happened_at timestamptz not null,
  history jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  constraint disputes_pkey primary key (merchant_id, dispute_id),
  constraint disputes_once unique (merchant_id, payment_id, provider, reference),
  constraint disputes_reference check (length(reference) between 1 and 128),
  constraint disputes_stage check
    (stage in ('INQUIRY', 'OPENED', 'CHARGED_BACK', 'RETURNED', 'WON', 'LOST')),
  constraint disputes_amount check (amount_minor >= 0),
  constraint disputes_reason check (length(reason) between 1 and 64),
  constraint disputes_history check (jsonb_typeof(history) = 'array')
);
create index disputes_by_id on disputes (dispute_id);
create index disputes_by_stage on disputes (stage, dispute_id);
