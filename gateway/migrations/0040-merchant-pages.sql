-- How the payment page of a merchant looks and behaves. Logos have a table of their own, because the
-- record of a merchant is read by every request; the setting contains only the hash.

create table merchant_logos (
  merchant_id text not null,
  hash text not null constraint merchant_logos_hash check (hash ~ '^[0-9a-f]{32}$'),
  media_type text not null constraint merchant_logos_media_type
    check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  data bytea not null constraint merchant_logos_data
    check (octet_length(data) between 1 and 40960),
  created_at timestamptz not null,
  primary key (merchant_id, hash)
);

update merchants set settings = settings ||
  '{"page": {"color": null, "logo": null, "savesCards": false, "frameOrigins": []}}'::jsonb
  where not settings ? 'page';
