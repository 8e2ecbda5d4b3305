-- Settlement: batches with their totals and items, runs with their progress, and what is still to be
-- settled. A batch belongs to the books of a merchant and pays one payee in one currency.

create table settlement_batches (
  merchant_id text not null,
  batch_id uuid not null,
  version integer not null constraint settlement_batches_version check (version > 0),
  payee_id text not null,
  currency text not null constraint settlement_batches_currency check (currency ~ '^[A-Z]{3}$'),
  settlement_date text not null constraint settlement_batches_date
    check (settlement_date ~ '^\d{4}-\d{2}-\d{2}$'),
  number integer not null constraint settlement_batches_number check (number > 0),
  status text not null constraint settlement_batches_status check (status in ('OPEN', 'CLOSED')),
  account text,
  payout_minor bigint constraint settlement_batches_payout check (payout_minor >= 0),
  withheld_minor bigint constraint settlement_batches_withheld check (withheld_minor >= 0),
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (merchant_id, batch_id),
  constraint settlement_batches_closed check (case status
    when 'CLOSED' then num_nonnulls(payout_minor, withheld_minor, closed_at) = 3
    else num_nonnulls(payout_minor, withheld_minor, closed_at) = 0 end)
);
create unique index settlement_batches_one_number on settlement_batches
  (merchant_id, payee_id, currency, settlement_date, number);
create unique index settlement_batches_one_open on settlement_batches
  (merchant_id, payee_id, currency) where status = 'OPEN';
create index settlement_batches_by_payee on settlement_batches (payee_id, batch_id);

-- Counters beside the batch, so that many payments are added to it at the same time. A closed batch
-- has closed_items = items: whatever is added later violates the constraint.
create table settlement_totals (
  merchant_id text not null,
  batch_id uuid not null,
  items bigint not null default 0 constraint settlement_totals_items check (items > 0),
  gross_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  fee_minor bigint not null default 0,
  commission_minor bigint not null default 0,
  net_minor bigint not null default 0,
  closed_items bigint not null default 0,
  primary key (merchant_id, batch_id),
  constraint settlement_totals_closed check (closed_items in (0, items)),
  constraint settlement_totals_net
    check (net_minor = gross_minor - refunded_minor - fee_minor - commission_minor)
) with (fillfactor = 50);

create table settlement_items (
  merchant_id text not null,
  item_id uuid not null,
  kind text not null constraint settlement_items_kind
    check (kind in ('PAYMENT', 'SHARE', 'COMMISSION')),
  batch_id uuid not null,
  payment_id uuid not null,
  subpayment_id uuid,
  trans_id uuid not null,
  method text,
  captured_at timestamptz not null,
  gross_minor bigint not null,
  refunded_minor bigint not null constraint settlement_items_refunded check (refunded_minor >= 0),
  fee_minor bigint not null constraint settlement_items_fee check (fee_minor >= 0),
  commission_minor bigint not null constraint settlement_items_commission
    check (commission_minor >= 0),
  net_minor bigint not null constraint settlement_items_net check (net_minor >= 0),
  primary key (merchant_id, item_id, kind),
  constraint settlement_items_sum
    check (net_minor = gross_minor - refunded_minor - fee_minor - commission_minor),
  -- The id of an item is that of its payment or share, so nothing is settled twice.
  constraint settlement_items_id check (item_id = coalesce(subpayment_id, payment_id)),
  constraint settlement_items_share check ((kind = 'PAYMENT') = (subpayment_id is null))
);
create index settlement_items_by_batch on settlement_items (merchant_id, batch_id, item_id, kind);
create trigger settlement_items_append_only before update or delete on settlement_items
  for each row execute function refuse_change();

create table settlement_runs (
  merchant_id text not null,
  run_id uuid not null,
  version integer not null constraint settlement_runs_version check (version > 0),
  settlement_date text not null constraint settlement_runs_date
    check (settlement_date ~ '^\d{4}-\d{2}-\d{2}$'),
  until timestamptz not null,
  steps jsonb not null,
  step integer not null constraint settlement_runs_step check (step >= 0),
  after_id uuid not null,
  examined integer not null constraint settlement_runs_examined check (examined >= 0),
  settled integer not null constraint settlement_runs_settled check (settled >= 0),
  postponed integer not null constraint settlement_runs_postponed check (postponed >= 0),
  lease_until timestamptz not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (merchant_id, run_id)
);
create unique index settlement_runs_one_running on settlement_runs (merchant_id)
  where finished_at is null;
create index settlement_runs_due on settlement_runs (lease_until) where finished_at is null;

-- How far the captures of a merchant have been examined, by method.
create table settlement_cursors (
  merchant_id text not null,
  due_at timestamptz not null,
  cursors jsonb not null,
  primary key (merchant_id)
);

-- Payments that were due but could not be settled; the next run takes them first.
create table settlement_waiting (
  merchant_id text not null,
  payment_id uuid not null,
  reason text not null constraint settlement_waiting_reason
    check (reason in ('OPERATION', 'CHANGED', 'FUNDS', 'DEFECT')),
  captured_at timestamptz not null,
  since timestamptz not null,
  primary key (merchant_id, payment_id)
);

update merchants set settings = jsonb_set(settings, '{settlement}',
    '{"cutOff": "24:00", "timeZone": "Europe/Warsaw", "methods": {}}'::jsonb
      || coalesce(settings -> 'settlement', '{}'::jsonb));
