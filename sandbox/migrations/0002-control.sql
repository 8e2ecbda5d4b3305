-- The control panel of the sandbox, obeyed by all nodes. Its version rises with every change of
-- clock or faults and with every reset; each node notes the version it obeys, so that a change can
-- be answered when all of them do.

create table sandbox.control (
  only_row boolean primary key default true check (only_row),
  version integer not null,
  resets integer not null,
  offset_ms bigint not null,
  frozen_at timestamptz
);
insert into sandbox.control (version, resets, offset_ms, frozen_at) values (1, 0, 0, null);

create table sandbox.nodes (
  node_id uuid primary key,
  version integer not null
);

-- `calls` counts the calls a fault could have hit, which decides by its seed which ones it does hit.
create table sandbox.faults (
  fault_id uuid primary key,
  provider text not null,
  position integer not null,
  fault jsonb not null,
  calls integer not null,
  remaining integer check (remaining >= 0),
  unique (provider, position)
);
