-- The scripts of the payment page, of each version that served it, so that any node can send them while
-- nodes are upgraded one by one. The name of a build is the hash of its content; the mark, made with a key
-- of the installation, shows that a gateway has written the row.

create table page_builds (
  build text primary key constraint page_builds_build check (build ~ '^[A-Za-z0-9_-]{43}$'),
  content text not null constraint page_builds_content check (length(content) <= 2000000),
  mark bytea not null,
  kept_at timestamptz not null
);
