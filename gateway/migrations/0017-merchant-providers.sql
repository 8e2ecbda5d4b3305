-- The providers that a merchant uses for each method; absent: any.
update merchants set settings = settings || '{"providers": {}}'::jsonb
  where not settings ? 'providers';
