-- concurrent
-- The indexes of the file of the same name, built while nodes are serving.

create index concurrently if not exists settlement_batches_by_payee_date on settlement_batches
  (payee_id, settlement_date, batch_id);
create index concurrently if not exists settlement_batches_by_date on settlement_batches
  (merchant_id, settlement_date, batch_id);
create index concurrently if not exists fee_rules_by_id on fee_rules (rule_id);
create index concurrently if not exists card_tokens_by_fingerprint
  on card_tokens (merchant_id, fingerprint) where fingerprint is not null;
create index concurrently if not exists card_tokens_by_merchant_reference
  on card_tokens (merchant_id, instrument_ref) where instrument_ref is not null;
create index concurrently if not exists ledger_checks_scheduled
  on ledger_checks (merchant_id, started_at) where started_by = 'SCHEDULE';
