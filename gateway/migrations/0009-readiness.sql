-- One row per gateway process, written by its readiness check. A row fills a page and is not
-- compressed, so that a disk without room is noticed.
create table readiness (
  node_id uuid primary key,
  checked_at timestamptz not null,
  padding text not null
);
alter table readiness alter column padding set storage plain;
