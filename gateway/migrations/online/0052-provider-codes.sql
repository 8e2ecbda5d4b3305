-- concurrent
-- The column of the file of the same name. Its check is validated without blocking nodes, which a
-- check in the definition of a column would do while the table is read.

alter table attempts add column if not exists provider_code text;
alter table attempts
  drop constraint if exists attempts_provider_code,
  add constraint attempts_provider_code check (length(provider_code) between 1 and 64) not valid;
alter table attempts validate constraint attempts_provider_code;
