-- Refunds, and the ledger accounts of every movement of money. Money for refunds and cancellations is
-- reserved before the provider is called, so that recording the result can never fail for lack of
-- funds. All nodes of the previous version must be stopped: their cancellations reserve nothing.
lock table ledger_transfers, ledger_balances in access exclusive mode;

-- What nodes before 0014 needed.
drop trigger ledger_transfers_name_provider on ledger_transfers;
drop trigger ledger_balances_skip_unnamed on ledger_balances;
drop function name_ledger_provider();
drop function skip_row();
drop function provider_account(text, text);

alter table ledger_transfers alter column payment_id drop not null;
alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers drop constraint ledger_transfers_accounts;
alter table ledger_balances drop constraint ledger_balances_sign;

alter table ledger_balances add constraint ledger_balances_sign check (
  case when account in ('HELD_FOR_MERCHANT', 'MERCHANT_PAYABLE', 'RETURNS_PENDING', 'LATE_CHARGES',
         'FEES') then balance_minor >= 0
       when account ~ '^PAYABLE_TO:[0-9]{4,15}$' then balance_minor >= 0
       when account ~ '^(HELD_AT_ISSUER|RECEIVABLE):[A-Za-z0-9_-]+$' then balance_minor <= 0
       else account = 'BANK' end);

-- Cancellations in progress reserve their amount; charges that are to be returned leave the
-- merchant's funds. CORRECTION is written only here.
create temporary table moved_funds on commit drop as
  select a.merchant_id, a.payment_id, a.trans_id, a.currency, a.amount_minor, a.started_at as at,
    case when a.intent = 'LATE_SUCCESS' then 'CORRECTION' else 'RESERVE' end as kind,
    case when a.intent = 'LATE_SUCCESS' then 'LATE_CHARGES' else 'RETURNS_PENDING' end as credit
  from attempts a join payments p on p.merchant_id = a.merchant_id and p.payment_id = a.payment_id
  where a.verb in ('reverse', 'refund') and a.finished_at is null
    and p.trans_kind not in ('PREAUTH', 'VERIFICATION')
  union all
  select p.merchant_id, p.payment_id, p.payment_id, p.currency, p.captured_minor, p.updated_at,
    'CORRECTION', 'LATE_CHARGES'
  from payments p
  where p.status not in ('COMPLETED', 'SETTLED') and p.captured_minor > 0
    and p.trans_kind not in ('PREAUTH', 'VERIFICATION')
    and not exists (select 1 from attempts a where a.merchant_id = p.merchant_id
      and a.payment_id = p.payment_id and a.verb in ('reverse', 'refund') and a.finished_at is null);
insert into ledger_transfers (merchant_id, transfer_id, payment_id, trans_id, kind, debit, credit,
    currency, amount_minor, created_at)
  select merchant_id, gen_random_uuid(), payment_id, trans_id, kind, 'MERCHANT_PAYABLE', credit,
    currency, amount_minor, at
  from moved_funds;
insert into ledger_balances as b (merchant_id, account, currency, balance_minor)
  select merchant_id, credit, currency, sum(amount_minor) from moved_funds
  group by merchant_id, credit, currency
  on conflict (merchant_id, account, currency) do update
    set balance_minor = b.balance_minor + excluded.balance_minor;
update ledger_balances b set balance_minor = b.balance_minor - m.moved
  from (select merchant_id, currency, sum(amount_minor) as moved from moved_funds
    group by merchant_id, currency) m
  where b.merchant_id = m.merchant_id and b.currency = m.currency
    and b.account = 'MERCHANT_PAYABLE';

alter table ledger_transfers add constraint ledger_transfers_kind_check check (kind in
  ('HOLD', 'RELEASE', 'SALE', 'RESERVE', 'UNRESERVE', 'REVERSAL', 'REFUND', 'LATE_SALE',
   'LATE_REVERSAL', 'FEE', 'COMMISSION', 'PAYOUT', 'DEPOSIT', 'WITHDRAWAL', 'CORRECTION'));
-- Not valid: earlier reversals debited MERCHANT_PAYABLE.
alter table ledger_transfers add constraint ledger_transfers_accounts check (
  case kind
    when 'HOLD' then debit ~ '^HELD_AT_ISSUER:[A-Za-z0-9_-]+$' and credit = 'HELD_FOR_MERCHANT'
    when 'RELEASE' then debit = 'HELD_FOR_MERCHANT' and credit ~ '^HELD_AT_ISSUER:[A-Za-z0-9_-]+$'
    when 'SALE' then debit ~ '^RECEIVABLE:[A-Za-z0-9_-]+$'
      and credit ~ '^(MERCHANT_PAYABLE|PAYABLE_TO:[0-9]{4,15})$'
    when 'RESERVE' then debit ~ '^(MERCHANT_PAYABLE|PAYABLE_TO:[0-9]{4,15})$'
      and credit = 'RETURNS_PENDING'
    when 'UNRESERVE' then debit = 'RETURNS_PENDING'
      and credit ~ '^(MERCHANT_PAYABLE|PAYABLE_TO:[0-9]{4,15})$'
    when 'REVERSAL' then debit = 'RETURNS_PENDING' and credit ~ '^RECEIVABLE:[A-Za-z0-9_-]+$'
    when 'REFUND' then debit = 'RETURNS_PENDING' and credit ~ '^RECEIVABLE:[A-Za-z0-9_-]+$'
    when 'LATE_SALE' then debit ~ '^RECEIVABLE:[A-Za-z0-9_-]+$' and credit = 'LATE_CHARGES'
    when 'LATE_REVERSAL' then debit = 'LATE_CHARGES' and credit ~ '^RECEIVABLE:[A-Za-z0-9_-]+$'
    when 'FEE' then debit ~ '^(MERCHANT_PAYABLE|PAYABLE_TO:[0-9]{4,15})$' and credit = 'FEES'
    when 'COMMISSION' then debit ~ '^PAYABLE_TO:[0-9]{4,15}$' and credit = 'MERCHANT_PAYABLE'
    when 'PAYOUT' then debit ~ '^(MERCHANT_PAYABLE|PAYABLE_TO:[0-9]{4,15})$' and credit = 'BANK'
    when 'DEPOSIT' then debit = 'BANK' and credit = 'MERCHANT_PAYABLE'
    when 'WITHDRAWAL' then debit = 'MERCHANT_PAYABLE' and credit = 'BANK'
    when 'CORRECTION' then debit = 'MERCHANT_PAYABLE' and credit = 'LATE_CHARGES'
    else true end) not valid;
alter table ledger_transfers add constraint ledger_transfers_payment check (
  (payment_id is null) = (kind in ('PAYOUT', 'DEPOSIT', 'WITHDRAWAL')));

-- A refund is a transaction of type REFUND. The merchant's own id of it is unique.
alter table transactions add column ext_refund_id text;
alter table transactions add column subpayment_id uuid;
alter table transactions add constraint transactions_refund_fields check (
  type = 'REFUND' or (ext_refund_id is null and subpayment_id is null));
create unique index transactions_one_per_ext_refund on transactions (merchant_id, ext_refund_id)
  where ext_refund_id is not null;
