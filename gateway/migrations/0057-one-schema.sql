-- contract: unused since 0.2.0
-- Everything that a schema needs is in it: a function that names tables finds those of its own schema,
-- whoever calls it. The triggers that renamed what nodes before 0.2.0 wrote are gone, because on Citus
-- only triggers that refuse a change may run.
drop trigger payment_details_move_consents on payment_details;
drop function move_consents();
drop function consents_text(jsonb);
drop trigger authentications_rename_method_state on authentications;
drop function rename_method_state();
-- Citus refuses an update that calls wal_history() itself.
create or replace function begin_event_epoch() returns boolean language plpgsql set search_path from current as $$
declare before event_epoch%rowtype; is_now text := wal_history(); begin
  select * into before from event_epoch for update; if before.history = is_now then
    return false; end if; update event_epoch set epoch = before.epoch + 1, history = is_now; execute
    format('alter table events alter column commit_xid set default (%s + pg_current_xact_id()::text::bigint)',
      (before.epoch + 1)::bigint << 48); return true; end
$$;
