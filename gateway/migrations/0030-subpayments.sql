-- The shares of MARKETPLACE payments. The payment is written with them, and its version guards every
-- change. A share never returns more than it received.
create table subpayments (
  merchant_id text not null,
  payment_id uuid not null,
  subpayment_id uuid not null,
  payee_id text not null,
  amount_minor bigint not null,
  commission_minor bigint not null,
  refunded_minor bigint not null,
  description text,
  ext_subpayment_id text,
  primary key (merchant_id, payment_id, subpayment_id),
  constraint subpayments_payee check (payee_id ~ '^[0-9]{4,15}$'),
  constraint subpayments_amount check (amount_minor > 0),
  constraint subpayments_commission check (commission_minor between 0 and amount_minor),
  constraint subpayments_own_share check (payee_id <> merchant_id or commission_minor = 0),
  constraint subpayments_refunded check (refunded_minor between 0 and amount_minor)
);
create unique index subpayments_ext_id
  on subpayments (merchant_id, payment_id, ext_subpayment_id);

-- How much of each share a refund returns, and from which funds. Written once.
create table refund_parts (
  merchant_id text not null,
  payment_id uuid not null,
  trans_id uuid not null,
  subpayment_id uuid not null,
  funds text not null,
  amount_minor bigint not null,
  primary key (merchant_id, payment_id, trans_id, subpayment_id),
  constraint refund_parts_funds
    check (funds ~ '^(MERCHANT_PAYABLE|PAYABLE_TO:[0-9]{4,15})$'),
  constraint refund_parts_amount check (amount_minor > 0)
);

-- The merchants that may receive shares of a marketplace's payments.
update merchants set settings = settings || '{"submerchants": []}'::jsonb
  where not settings ? 'submerchants';
