-- The root keys of the installation, each encrypted by the master key or a key management service.
-- Keys for sealing are derived from them; a sealed value names the version of its root key. An
-- installation made before this migration has its master key as version 1.

alter table installation add column has_root_keys boolean not null default false;

create table root_keys (
  key_version integer not null,
  state text not null,
  wrapped_by text not null,
  wrapped_key bytea not null,
  rotation_id integer,
  created_at timestamptz not null,
  constraint root_keys_pkey primary key (key_version),
  constraint root_keys_version check (key_version > 0),
  constraint root_keys_state check (state in ('PENDING', 'LIVE'))
);

-- Keys that outlive every rotation, because values made with them must stay comparable: fingerprints
-- of cards, links, hashes of the audit log.
create table stored_keys (
  name text not null,
  sealed_key bytea not null,
  created_at timestamptz not null,
  constraint stored_keys_pkey primary key (name)
);

alter table data_keys add column rotation_id integer;

create table key_rotations (
  rotation_id integer not null,
  kind text not null,
  merchant_id text,
  state text not null,
  from_version integer,
  to_version integer,
  total integer not null,
  done integer not null,
  problem text,
  owner uuid,
  owner_until timestamptz,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  constraint key_rotations_pkey primary key (rotation_id),
  constraint key_rotations_kind check (kind in ('MASTER', 'DATA')),
  constraint key_rotations_state check (
    state in ('PREPARING', 'REWRAPPING', 'RETIRING', 'DONE')),
  constraint key_rotations_scope check (kind = 'DATA' or merchant_id is null),
  constraint key_rotations_versions check ((kind = 'MASTER') = (to_version is not null)),
  constraint key_rotations_end check ((state = 'DONE') = (finished_at is not null)),
  constraint key_rotations_counts check (total >= 0 and done >= 0)
);
-- One rotation at a time.
create unique index key_rotations_one_running on key_rotations ((state <> 'DONE'))
  where state <> 'DONE';

-- During a rotation each process reports whether it can use the new key.
create table key_nodes (
  node_id uuid not null,
  problem text,
  seen_at timestamptz not null,
  constraint key_nodes_pkey primary key (node_id)
);
