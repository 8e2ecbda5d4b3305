-- The audit log: one row for each time a card is decrypted, in chains. Every start of a node opens a
-- chain; each row contains the keyed hash of the row before it, and the head of the chain says how many
-- rows there are. Rows are never changed or removed.

create table audit_chains (
  chain_no integer not null,
  node_id uuid not null,
  started_at timestamptz not null,
  previous_start bytea not null,
  start_hash bytea not null,
  row_count integer not null,
  head_hash bytea not null,
  head_check bytea not null,
  constraint audit_chains_pkey primary key (chain_no),
  constraint audit_chains_number check (chain_no > 0),
  constraint audit_chains_count check (row_count >= 0)
) with (fillfactor = 50);

-- How many chains there are, so that the removal of the last one is noticed.
create table audit_tip (
  only_row boolean not null default true,
  chain_count integer not null,
  count_check bytea not null,
  constraint audit_tip_pkey primary key (only_row),
  constraint audit_tip_only_row check (only_row)
);

create table audit_log (
  chain_no integer not null,
  seq integer not null,
  at timestamptz not null,
  merchant_id text not null,
  actor text not null,
  reason text not null,
  payment_id uuid,
  token_id text,
  previous bytea not null,
  hash bytea not null,
  constraint audit_log_pkey primary key (chain_no, seq),
  constraint audit_log_seq check (seq > 0),
  constraint audit_log_actor check (
    actor ~ '^(operator|(merchant|agent|client|job|provider):[A-Za-z0-9-]{1,64})$'),
  constraint audit_log_reason check (reason ~ '^[A-Z][A-Z_]{1,39}$')
);
create index audit_log_by_payment on audit_log (payment_id) where payment_id is not null;
create index audit_log_by_token on audit_log (token_id) where token_id is not null;

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_never_emptied before truncate on audit_log
  for each statement execute function refuse_change();

-- A chain only grows.
create function refuse_shorter_chain() returns trigger language plpgsql as
  'begin if new.row_count > old.row_count and (new.chain_no, new.node_id, new.started_at,
       new.previous_start, new.start_hash) = (old.chain_no, old.node_id, old.started_at,
       old.previous_start, old.start_hash) then return new; end if; raise exception
     ''a row of % only grows'', tg_table_name; end';
create trigger audit_chains_only_grow before update on audit_chains
  for each row execute function refuse_shorter_chain();
create trigger audit_chains_append_only before delete on audit_chains
  for each row execute function refuse_change();
create trigger audit_chains_never_emptied before truncate on audit_chains
  for each statement execute function refuse_change();
create trigger audit_tip_append_only before delete on audit_tip
  for each row execute function refuse_change();
