-- How far an adjustment may exceed the amount that the customer was authenticated for.
update merchants set settings = settings || '{"adjustmentTolerancePercent": 15}'::jsonb
  where not settings ? 'adjustmentTolerancePercent';
