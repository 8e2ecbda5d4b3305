-- Deposits and withdrawals that the operator records. The reference of the bank transfer identifies one,
-- so that recording it again changes nothing.

create table deposits (
  merchant_id text not null,
  deposit_id uuid not null,
  kind text not null constraint deposits_kind check (kind in ('DEPOSIT', 'WITHDRAWAL')),
  reference text not null constraint deposits_reference check (length(reference) between 1 and 64),
  currency text not null constraint deposits_currency check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null constraint deposits_amount check (amount_minor > 0),
  created_at timestamptz not null,
  primary key (merchant_id, deposit_id)
);
create unique index deposits_once on deposits (merchant_id, reference);
create trigger deposits_append_only before update or delete on deposits
  for each row execute function refuse_change();

-- Actions of the operator are rows of the audit log too; they name what they made.
alter table audit_log add column subject_id text;
create index audit_log_by_action on audit_log (merchant_id, at) where subject_id is not null;
