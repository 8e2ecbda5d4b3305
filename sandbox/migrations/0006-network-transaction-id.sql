-- The card network's id of an authorization. Payments without the customer name the first payment
-- of their series by it.
alter table sandbox.charges add column network_transaction_id text;
alter table sandbox.charges add column initial_transaction_id text;
