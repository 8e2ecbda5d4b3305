-- concurrent
-- The tables and the index of the file of the same name, made while nodes are serving.

create table if not exists authorization_counts (
  minute timestamptz not null,
  provider text not null,
  organization text not null,
  country text not null,
  approved integer not null,
  finished integer not null,
  constraint authorization_counts_approved check (approved between 0 and finished),
  primary key (minute, provider, organization, country)
);

-- Until when they are counted: one row, locked by the node that counts.
create table if not exists authorization_counting (
  only_row boolean primary key default true constraint authorization_counting_one check (only_row),
  counted_until timestamptz not null
);
insert into authorization_counting (counted_until) values ('1970-01-01T00:00:00Z')
  on conflict do nothing;

create index concurrently if not exists attempts_finished on attempts (finished_at)
  where verb = 'authorize' and finished_at is not null;
