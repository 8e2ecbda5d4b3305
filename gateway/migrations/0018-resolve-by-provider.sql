-- The resolver asks each provider on its own, so that one that hangs does not delay the others.
drop index attempts_due;
create index attempts_due on attempts (provider, check_at) where check_at is not null;
