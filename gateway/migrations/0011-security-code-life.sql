-- A security code is kept for minutes: when its time is over it is wiped, whatever its payment waits for.
-- A code without a time was written by a node of the version before and is due at once.

alter table held_cards add column cvv_until timestamptz;
update held_cards set cvv_until = created_at + interval '15 minutes' where sealed_cvv is not null;
create index held_cards_codes on held_cards ((coalesce(cvv_until, created_at)))
  where sealed_cvv is not null;
