-- What an INITIAL payment agreed on, and how the series has been used since. Agreements made before
-- have no amount: no rule applies to them. A provider returns the card network's id of an
-- authorization; later payments of the series name it.
alter table attempts add column network_transaction_id text;

alter table recurring_agreements add column amount_minor bigint;
alter table recurring_agreements add column currency text;
alter table recurring_agreements add column cycle_days integer;
alter table recurring_agreements add column expires_on text;
alter table recurring_agreements add column network_transaction_id text;
alter table recurring_agreements add column last_payment_id uuid;
alter table recurring_agreements add column charged_at timestamptz;
alter table recurring_agreements add constraint recurring_agreements_amount
  check ((amount_minor is null) = (currency is null) and amount_minor > 0);
alter table recurring_agreements add constraint recurring_agreements_cycle
  check (cycle_days between 1 and 9999);
alter table recurring_agreements add constraint recurring_agreements_expiry
  check (expires_on ~ '^[0-9]{8}$');

update merchants set settings =
  settings || '{"recurringRules": {"amount": "ANY", "frequency": "ANY"}}'::jsonb
  where not settings ? 'recurringRules';
