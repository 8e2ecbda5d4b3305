-- The card that receives the money of an account funding payment, sealed until its authorization is
-- sent. The text inside names the card number or the stored card.
create table held_recipients (
  merchant_id text not null,
  payment_id uuid not null,
  key_version integer not null,
  sealed_recipient bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, payment_id)
);
