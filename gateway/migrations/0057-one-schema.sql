-- Everything that a schema needs is in it: a function that names tables finds those of its own schema,
-- whoever calls it. The triggers that renamed what nodes before 0.2.0 wrote are gone, because on Citus
-- only triggers that refuse a change may run.
drop trigger payment_details_move_consents on payment_details;
drop function move_consents();
drop function consents_text(jsonb);
drop trigger authentications_rename_method_state on authentications;
drop function rename_method_state();
alter function begin_event_epoch() set search_path from current;
