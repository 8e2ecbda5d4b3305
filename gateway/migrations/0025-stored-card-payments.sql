-- Payments by token: the held row names the token instead of containing the card.
alter table held_cards add column token_id uuid;

update merchants set settings = settings || '{"storedCardCode": "NOT_REQUIRED"}'::jsonb
  where not settings ? 'storedCardCode';
