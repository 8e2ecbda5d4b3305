-- The keys of the simulated directory server and of the simulated ACS behind it, made once and
-- shared by all nodes. They protect nothing but simulated traffic, so they are not sealed.

create table sandbox.directory_keys (
  only_row boolean primary key default true check (only_row),
  authority_certificate bytea not null,
  issuing_certificate bytea not null,
  signing_certificate bytea not null,
  signing_key bytea not null,
  encryption_key bytea not null
);
