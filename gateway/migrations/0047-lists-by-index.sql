-- Indexes for lists and searches that read all rows of a merchant or of a table without them: settlement
-- batches of a date, fee rules, tokens of a card or a reference, and the latest scheduled check of the ledger.

create index settlement_batches_by_payee_date on settlement_batches
  (payee_id, settlement_date, batch_id);
create index settlement_batches_by_date on settlement_batches
  (merchant_id, settlement_date, batch_id);
create index fee_rules_by_id on fee_rules (rule_id);
create index card_tokens_by_fingerprint on card_tokens (merchant_id, fingerprint)
  where fingerprint is not null;
create index card_tokens_by_merchant_reference on card_tokens (merchant_id, instrument_ref)
  where instrument_ref is not null;
create index ledger_checks_scheduled on ledger_checks (merchant_id, started_at)
  where started_by = 'SCHEDULE';
