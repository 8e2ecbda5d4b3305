-- Charges of network tokens: the last four digits of the token beside those of the card behind it.
-- A charge without the customer is found by the network transaction id of its series.
alter table sandbox.charges add column token_last_four text;
alter table sandbox.charges add constraint charges_token_last_four
  check (length(token_last_four) = 4);
create index charges_network_id on sandbox.charges (network_transaction_id)
  where network_transaction_id is not null;
