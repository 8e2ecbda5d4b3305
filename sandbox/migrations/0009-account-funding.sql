-- Account funding: what an authorization said about its recipient, with the masked card number.
alter table sandbox.charges add column funding jsonb;
alter table sandbox.charges add constraint charges_funding
  check ((funding is not null) = (kind is not distinct from 'funding'));
