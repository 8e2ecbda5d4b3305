-- Reconciliation: settlement files of providers, compared with the money that the ledger has moved.
-- A file is loaded line by line, compared in pages, and its differences are items that the operator
-- resolves. Nothing here changes a payment or the ledger.

create table reconciliation_imports (
  import_id uuid not null,
  provider text not null,
  fingerprint bytea not null,
  period_from timestamptz not null,
  period_to timestamptz not null,
  state text not null,
  phase text,
  line_count integer not null,
  row_count integer not null,
  line_hash bytea not null,
  is_complete boolean not null,
  line_cursor integer not null,
  merchant_cursor text,
  transfer_cursor uuid,
  compared integer not null,
  version integer not null,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  constraint reconciliation_imports_pkey primary key (import_id),
  constraint reconciliation_imports_provider check (provider ~ '^[A-Za-z0-9_-]{1,64}$'),
  constraint reconciliation_imports_fingerprint check (length(fingerprint) = 32),
  constraint reconciliation_imports_hash check (length(line_hash) = 32),
  constraint reconciliation_imports_period check (period_from < period_to),
  constraint reconciliation_imports_state check (
    state in ('LOADING', 'COMPARING', 'DONE', 'REJECTED')),
  constraint reconciliation_imports_phase check (phase in ('LINES', 'MOVEMENTS', 'REST')),
  constraint reconciliation_imports_phase_of_state check (
    (phase is not null) = (state = 'COMPARING')),
  constraint reconciliation_imports_end check (
    (finished_at is not null) = (state in ('DONE', 'REJECTED'))),
  constraint reconciliation_imports_compared check (
    state not in ('COMPARING', 'DONE') or (is_complete and line_hash = fingerprint)),
  constraint reconciliation_imports_counts check (
    row_count >= 0 and line_count > row_count and line_cursor >= 0 and compared >= 0)
) with (fillfactor = 50);
-- The same file is imported once.
create unique index reconciliation_imports_once on reconciliation_imports (provider, fingerprint)
  where state <> 'REJECTED';
-- One comparison of a provider at a time, so that "matched by an earlier file" is decided in order.
create unique index reconciliation_imports_one_comparing on reconciliation_imports (provider)
  where state = 'COMPARING';

create table reconciliation_lines (
  import_id uuid not null,
  line_no integer not null,
  attempt_id uuid not null,
  kind text not null,
  amount_minor bigint not null,
  currency text not null,
  moved_at timestamptz not null,
  reference text,
  result text,
  constraint reconciliation_lines_pkey primary key (import_id, line_no),
  constraint reconciliation_lines_line check (line_no > 2),
  constraint reconciliation_lines_kind check (kind in ('SALE', 'CAPTURE', 'REVERSAL', 'REFUND')),
  constraint reconciliation_lines_amount check (amount_minor > 0),
  constraint reconciliation_lines_currency check (currency ~ '^[A-Z]{3}$'),
  constraint reconciliation_lines_result check (
    result in ('MATCHED', 'DIFFERENT', 'EXTRA', 'DUPLICATE'))
) with (fillfactor = 70);
create index reconciliation_lines_by_attempt
  on reconciliation_lines (attempt_id, import_id, line_no);
-- A movement of money is matched by one line of all files.
create unique index reconciliation_lines_matched_once on reconciliation_lines (attempt_id)
  where result = 'MATCHED';

create table reconciliation_totals (
  import_id uuid not null,
  result text not null,
  currency text not null,
  item_count integer not null,
  file_minor bigint not null,
  own_minor bigint not null,
  constraint reconciliation_totals_pkey primary key (import_id, result, currency),
  constraint reconciliation_totals_result check (
    result in ('MATCHED', 'DIFFERENT', 'EXTRA', 'DUPLICATE', 'MISSING')),
  constraint reconciliation_totals_values check (
    item_count >= 0 and file_minor >= 0 and own_minor >= 0),
  constraint reconciliation_totals_matched check (result <> 'MATCHED' or file_minor = own_minor)
);

create table reconciliation_items (
  item_id uuid not null,
  import_id uuid not null,
  provider text not null,
  kind text not null,
  attempt_id uuid not null,
  line_no integer,
  file_kind text,
  file_minor bigint,
  file_currency text,
  file_moved_at timestamptz,
  file_reference text,
  merchant_id text,
  payment_id uuid,
  trans_id uuid,
  own_kind text,
  own_minor bigint,
  own_currency text,
  own_moved_at timestamptz,
  earlier_import_id uuid,
  earlier_line_no integer,
  found_import_id uuid,
  created_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by text,
  note text,
  constraint reconciliation_items_pkey primary key (item_id),
  constraint reconciliation_items_kind check (
    kind in ('MISSING', 'EXTRA', 'DIFFERENT', 'DUPLICATE')),
  constraint reconciliation_items_file_side check (
    (kind = 'MISSING') = (line_no is null) and (line_no is null) = (file_minor is null)),
  constraint reconciliation_items_own_side check (
    (kind in ('MISSING', 'DIFFERENT')) = (own_minor is not null)
    and (own_minor is null) = (payment_id is null)),
  constraint reconciliation_items_earlier check (
    (kind = 'DUPLICATE') = (earlier_import_id is not null)
    and (earlier_import_id is null) = (earlier_line_no is null)),
  constraint reconciliation_items_found check (found_import_id is null or kind = 'MISSING'),
  constraint reconciliation_items_resolved check (
    (resolved_at is null) = (resolved_by is null) and (resolved_at is null) = (note is null)),
  constraint reconciliation_items_texts check (
    length(resolved_by) between 1 and 100 and length(note) between 1 and 1000)
);
create unique index reconciliation_items_one_per_line on reconciliation_items (import_id, line_no);
create unique index reconciliation_items_one_missing on reconciliation_items (import_id, attempt_id)
  where kind = 'MISSING';
create index reconciliation_items_open on reconciliation_items (item_id)
  where resolved_at is null;
create index reconciliation_items_by_attempt on reconciliation_items (attempt_id);
