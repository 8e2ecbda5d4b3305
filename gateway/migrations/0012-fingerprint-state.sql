-- The first step of an authentication in a browser (the 3DS Method) is called FINGERPRINT, because
-- "method" means payment method everywhere else.
alter table authentications drop constraint authentications_state_check;
update authentications set state = 'FINGERPRINT' where state = 'METHOD';

-- Nodes of the previous version still insert METHOD while nodes are being replaced. They leave these
-- authentications to nodes of this version, which finish the step when its 10 seconds are over.
create function rename_method_state() returns trigger language plpgsql as
  'begin new.state := ''FINGERPRINT''; return new; end';
create trigger authentications_rename_method_state before insert or update on authentications
  for each row when (new.state = 'METHOD') execute function rename_method_state();

alter table authentications add constraint authentications_state_check
  check (state in ('FINGERPRINT', 'ASKING', 'CHALLENGE', 'WAITING', 'DONE'));
