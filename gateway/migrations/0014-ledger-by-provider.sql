-- The accounts of money at a provider name the provider: HELD_AT_ISSUER:sandbox, RECEIVABLE:sandbox.
-- Existing transfers belong to the provider of their attempt. Writers wait for this migration: the
-- tables are locked in the order in which the journal uses them.
lock table ledger_transfers, ledger_balances in access exclusive mode;

create function provider_account(account text, provider text) returns text language sql immutable as
  'select case account
     when ''HELD_AT_ISSUER'' then ''HELD_AT_ISSUER:'' || provider
     when ''ACQUIRER_RECEIVABLE'' then ''RECEIVABLE:'' || provider
     else account end';

-- The journal writes attempts before transfers and never deletes them, so "unknown" remains only for
-- rows that were written by hand.
alter table ledger_transfers disable trigger ledger_transfers_append_only;
update ledger_transfers t
  set debit = provider_account(t.debit, coalesce(a.provider, 'unknown')),
      credit = provider_account(t.credit, coalesce(a.provider, 'unknown'))
  from ledger_transfers s left join (
    select distinct on (merchant_id, trans_id) merchant_id, trans_id, provider
    from attempts order by merchant_id, trans_id, attempt_id) a
    on a.merchant_id = s.merchant_id and a.trans_id = s.trans_id
  where t.merchant_id = s.merchant_id and t.transfer_id = s.transfer_id;
alter table ledger_transfers enable trigger ledger_transfers_append_only;

alter table ledger_balances drop constraint ledger_balances_sign;
delete from ledger_balances where account in ('HELD_AT_ISSUER', 'ACQUIRER_RECEIVABLE');
insert into ledger_balances (merchant_id, account, currency, balance_minor)
  select merchant_id, account, currency, sum(by_minor)
  from (
    select merchant_id, debit as account, currency, -amount_minor as by_minor from ledger_transfers
    union all
    select merchant_id, credit, currency, amount_minor from ledger_transfers) as moved
  where account like '%:%' group by merchant_id, account, currency;

alter table ledger_balances add constraint ledger_balances_sign check (
  case when account in ('HELD_FOR_MERCHANT', 'MERCHANT_PAYABLE') then balance_minor >= 0
       when account ~ '^(HELD_AT_ISSUER|RECEIVABLE):[A-Za-z0-9_-]+$' then balance_minor <= 0
       else false end);
alter table ledger_transfers drop constraint ledger_transfers_check;
alter table ledger_transfers add constraint ledger_transfers_accounts check (
  case kind
    when 'HOLD' then debit ~ '^HELD_AT_ISSUER:[A-Za-z0-9_-]+$' and credit = 'HELD_FOR_MERCHANT'
    when 'RELEASE' then debit = 'HELD_FOR_MERCHANT' and credit ~ '^HELD_AT_ISSUER:[A-Za-z0-9_-]+$'
    when 'SALE' then debit ~ '^RECEIVABLE:[A-Za-z0-9_-]+$' and credit = 'MERCHANT_PAYABLE'
    when 'REVERSAL' then debit = 'MERCHANT_PAYABLE' and credit ~ '^RECEIVABLE:[A-Za-z0-9_-]+$'
    else true end);

-- Nodes of the previous version still write the old accounts while nodes are being replaced. Their
-- transfers get the provider of the attempt and add to its balance here, because the balance that
-- these nodes write does not say which provider it belongs to; that one is skipped.
create function name_ledger_provider() returns trigger language plpgsql as
  'declare named text := coalesce((select a.provider from attempts a
       where a.merchant_id = new.merchant_id and a.payment_id = new.payment_id
         and a.trans_id = new.trans_id order by a.attempt_id limit 1), ''unknown''); begin
     new.debit := provider_account(new.debit, named); new.credit :=
       provider_account(new.credit, named); update ledger_balances
       set balance_minor = balance_minor +
         case when account = new.credit then new.amount_minor else -new.amount_minor end
       where merchant_id = new.merchant_id and currency = new.currency
         and account in (new.debit, new.credit) and account like ''%:%''; if not found then
     insert into ledger_balances as b (merchant_id, account, currency, balance_minor)
       values (new.merchant_id, new.debit, new.currency, -new.amount_minor)
       on conflict (merchant_id, account, currency) do update
         set balance_minor = b.balance_minor + excluded.balance_minor; end if; return new; end';
create trigger ledger_transfers_name_provider before insert on ledger_transfers for each row
  when (new.debit in ('HELD_AT_ISSUER', 'ACQUIRER_RECEIVABLE')
    or new.credit in ('HELD_AT_ISSUER', 'ACQUIRER_RECEIVABLE'))
  execute function name_ledger_provider();

create function skip_row() returns trigger language plpgsql as 'begin return null; end';
create trigger ledger_balances_skip_unnamed before insert on ledger_balances for each row
  when (new.account in ('HELD_AT_ISSUER', 'ACQUIRER_RECEIVABLE')) execute function skip_row();
