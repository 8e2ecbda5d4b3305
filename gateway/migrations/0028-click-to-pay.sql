-- The id of a merchant's shop at Click to Pay.
update merchants set settings = settings || '{"dpaId": null}'::jsonb
  where not settings ? 'dpaId';
