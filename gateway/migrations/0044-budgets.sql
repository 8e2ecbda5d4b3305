-- Budgets: how often something happened in a time, such as wrong card numbers or declines. All nodes
-- count here. merchant_id is empty for what counts in the whole installation, such as an address.

create table budgets (
  merchant_id text not null,
  kind text not null,
  subject text not null,
  used integer not null,
  most integer not null,
  ends_at timestamptz not null,
  constraint budgets_pkey primary key (merchant_id, kind, subject),
  constraint budgets_counts check (used >= 0 and most > 0)
) with (fillfactor = 50);

-- Each node reads the budgets that are used up, once a second.
create index budgets_used_up on budgets (ends_at) where used >= most;
create index budgets_by_end on budgets (ends_at);
