-- Access tokens name the version of the merchant they were issued for. Those of a version below
-- tokens_since are revoked; agent_tokens_since is the same for tokens held by agents of the merchant.
-- Tokens from before this migration count as version 0.

alter table merchants
  add column tokens_since integer not null default 0,
  add column agent_tokens_since integer not null default 0;
