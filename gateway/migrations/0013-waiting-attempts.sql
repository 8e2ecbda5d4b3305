-- Authorizations that wait for a person: what the customer must do, until when, and the request to
-- stop. Their providers report them by the id of the attempt alone.
alter table attempts add column customer jsonb;
alter table attempts add column wait_until timestamptz;
alter table attempts drop constraint attempts_verb_check;
alter table attempts add constraint attempts_verb_check
  check (verb in ('authorize', 'capture', 'adjust', 'reverse', 'refund', 'stop'));
alter table attempts drop constraint attempts_state_check;
alter table attempts add constraint attempts_state_check check (state in
  ('OPEN', 'UNKNOWN', 'PENDING', 'APPROVED', 'DECLINED', 'VOID', 'STOPPED'));
alter table attempts add constraint attempts_wait_of_authorization
  check (wait_until is null or verb = 'authorize');
create index attempts_reportable on attempts (attempt_id) where wait_until is not null;
