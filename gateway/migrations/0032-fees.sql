-- Fee rules: what the gateway charges for a captured payment. Rules are only added, so that the fee of
-- every settled payment can be recomputed. The merchant * stands for all merchants.

create table fee_rules (
  merchant_id text not null constraint fee_rules_merchant check (merchant_id <> ''),
  rule_id uuid not null,
  method text constraint fee_rules_method check (method ~ '^[A-Z0-9]+$'),
  organization text constraint fee_rules_organization check (organization ~ '^[A-Z0-9]+$'),
  currency text not null constraint fee_rules_currency check (currency ~ '^[A-Z]{3}$'),
  percent_millionths integer not null constraint fee_rules_percent
    check (percent_millionths between 0 and 1000000),
  fixed_minor bigint not null constraint fee_rules_fixed check (fixed_minor >= 0),
  minimum_minor bigint not null constraint fee_rules_minimum check (minimum_minor >= 0),
  valid_from timestamptz not null,
  created_at timestamptz not null,
  primary key (merchant_id, rule_id),
  constraint fee_rules_not_in_the_past check (valid_from >= created_at)
);
-- Two rules for the same payments never begin at the same time, so that there is one answer.
create unique index fee_rules_one_at_a_time on fee_rules
  (merchant_id, currency, method, organization, valid_from) nulls not distinct;
create trigger fee_rules_append_only before update or delete on fee_rules
  for each row execute function refuse_change();
