-- Consents are the merchant's own JSON. As jsonb every number in them is written out in full on every
-- read: 1e131000 is eight characters in the request and 131,001 digits here. They are kept as the text
-- that was sent, in a column of their own; what stays in `details` are fields that we check.

-- The text of consents that an earlier version stored, unless a number in them is too long to print.
create function consents_text(consents jsonb) returns text language sql immutable as
  'select case
     when exists (
       select from jsonb_path_query(consents, ''$.**'') as part(value)
       where jsonb_typeof(part.value) = ''number''
         and (abs(part.value::numeric) > 1e400 or scale(part.value::numeric) > 400))
       then ''[{"note":"Removed: a number in these consents was too long to be written out."}]''
     when octet_length(consents::text) > 262144
       then ''[{"note":"Removed: these consents were too long."}]''
     else consents::text end';

alter table payment_details add column consents text
  constraint payment_details_consents_size check (octet_length(consents) <= 262144);

-- Nodes of the version before still write consents into `details` while the nodes are replaced.
create function move_consents() returns trigger language plpgsql as
  'begin new.consents := consents_text(new.details -> ''consents''); new.details :=
     new.details - ''consents''; return new; end';
create trigger payment_details_move_consents before insert or update on payment_details
  for each row when (new.details ? 'consents') execute function move_consents();

-- The trigger moves those that are there.
update payment_details set details = details where details ? 'consents';
