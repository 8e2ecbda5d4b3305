-- Checks of the ledger: how far each has come, so that every step reads a bounded part of the history.
-- The merchant * stands for all merchants. `sums` are the transfers of the current merchant that were
-- read so far, by currency and account.

create table ledger_checks (
  merchant_id text not null constraint ledger_checks_merchant check (merchant_id <> ''),
  check_id uuid not null,
  started_by text not null constraint ledger_checks_started_by
    check (started_by in ('OPERATOR', 'SCHEDULE')),
  state text not null constraint ledger_checks_state check (state in ('RUNNING', 'DONE')),
  current_merchant text,
  last_merchant text not null,
  position_id uuid not null,
  until_id uuid not null,
  is_repeat boolean not null,
  sums jsonb not null,
  merchants integer not null,
  transfers bigint not null,
  differences jsonb not null,
  version integer not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (merchant_id, check_id),
  constraint ledger_checks_finished check ((finished_at is null) = (state = 'RUNNING'))
) with (fillfactor = 50);
create unique index ledger_checks_one_scheduled on ledger_checks (started_by)
  where state = 'RUNNING' and started_by = 'SCHEDULE';
create index ledger_checks_running on ledger_checks (started_by, check_id) where state = 'RUNNING';
