-- The order of the events of a merchant, for readers that follow them with a cursor. It is the transaction
-- that committed the event, plus 2^48 times the epoch. Transaction ids start again in another cluster and
-- are used again after a restore; then a new epoch begins, so that new events always follow older ones.

create table event_epoch (
  is_only boolean primary key default true constraint event_epoch_only check (is_only),
  epoch integer not null constraint event_epoch_range check (epoch between 0 and 32767),
  -- The history of the write-ahead log that the transaction ids of this epoch belong to.
  history text not null
);
insert into event_epoch (epoch, history) values (0, '');

drop index events_by_commit;
create index events_by_commit on events (merchant_id, commit_xid, event_id);

-- The cluster and its timeline, which changes with every promotion and every restore to a point in time.
create function wal_history() returns text language sql as $$
  select system_identifier::text || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
  from pg_control_system()
$$;

-- Begins a new epoch if the history has changed; true if it did. The new default waits for all transactions
-- that have written events, so that none of them commits with the old epoch later.
create function begin_event_epoch() returns boolean language plpgsql as $$
declare before event_epoch%rowtype; begin
  select * into before from event_epoch for update; if before.history = wal_history() then
    return false; end if; update event_epoch set epoch = before.epoch + 1, history = wal_history(); execute
    format('alter table events alter column commit_xid set default (%s + pg_current_xact_id()::text::bigint)',
      (before.epoch + 1)::bigint << 48); return true; end
$$;
