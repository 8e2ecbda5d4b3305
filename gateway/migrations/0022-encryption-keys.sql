-- Keys to which browsers encrypt card fields. At most one is current. The private part of a retired
-- key is deleted when fields encrypted to it are no longer accepted.

create table encryption_keys (
  key_id uuid primary key,
  public_x text not null constraint encryption_keys_x check (length(public_x) = 43),
  public_y text not null constraint encryption_keys_y check (length(public_y) = 43),
  sealed_private bytea,
  created_at timestamptz not null,
  retired_at timestamptz,
  constraint encryption_keys_current_has_private
    check (sealed_private is not null or retired_at is not null)
);
create unique index encryption_keys_one_current on encryption_keys ((retired_at is null))
  where retired_at is null;
create index encryption_keys_to_erase on encryption_keys (retired_at)
  where sealed_private is not null;
