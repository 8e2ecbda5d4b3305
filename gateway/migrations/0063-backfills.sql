-- Changes of many rows that a job works off in batches: how far each has come. The key of the last
-- row that was changed is the cursor; the node that works on a batch locks the row.

create table backfills (
  name text primary key,
  after_key text[],
  rows_done bigint not null,
  rows_total bigint not null,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  constraint backfills_counts check (rows_done >= 0 and rows_total >= 0)
);
