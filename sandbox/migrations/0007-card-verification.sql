-- An authorization without an amount verifies a card; nothing follows it.
alter table sandbox.charges drop constraint charges_amount;
alter table sandbox.charges add constraint charges_amount
  check (amount_minor > 0 or (amount_minor = 0 and verb = 'authorize'));
