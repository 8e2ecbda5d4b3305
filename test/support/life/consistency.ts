// Consistency checks on an idle system: the providers' records, the payments and the ledger must
// show the same money, with complete events and nothing in progress.
import type { Database, Queryable } from '@bramka/gateway/storage/database.ts';
import { checkLedger } from '../journal/check-ledger.ts';
import { openEmbedded } from '@bramka/gateway/storage/embedded.ts';
import { openPostgres } from '@bramka/gateway/storage/postgres.ts';
import { runSql } from '../engines.ts';
import { patience } from '../database.ts';
import type { Installation } from '../installation.ts';
import { remoteTables } from '../pool/remote-tables.ts';
import { rowsOf } from '../tables.ts';

/** The PostgreSQL server of an installation. */
export function openServer(installation: Installation): Database {
  return openPostgres({ url: installation.databaseUrl ?? '', connections: 4, ...patience });
}

export type OpenDatabase = Queryable & { close(): Promise<void> };

/**
 * The database of an installation; an embedded one of a borrowed gateway, or while no gateway runs.
 */
export async function openDatabaseOf(installation: Installation): Promise<OpenDatabase> {
  if (installation.sqlSocket !== undefined) {
    return { ...remoteTables(installation.sqlSocket), close: () => Promise.resolve() };
  }
  if (installation.databaseUrl === undefined) return openEmbedded(installation.dataDir);
  return openServer(installation);
}

/** What every simulated provider has recorded of a payment: charges minus what was returned. */
const chargesText = `
  select payment_id, authorized_minor - refunded_minor as authorized,
    captured_minor - refunded_minor as captured,
    result = 'APPROVED' and (captured_minor = 0 or refunded_minor < captured_minor) as live
  from sandbox.charges where verb = 'authorize'
  union all
  select a.payment_id, t.amount_minor - t.refunded_minor, t.amount_minor - t.refunded_minor,
    t.refunded_minor < t.amount_minor
  from sandbox.transfers t
  join attempts a on t.order_id = replace(a.attempt_id::text, '-', '') where t.state = 'PAID'
  union all
  select payment_id, amount_minor - refunded_minor, amount_minor - refunded_minor,
    refunded_minor < amount_minor
  from sandbox.blik_payments
  where verb = 'authorize' and state = 'APPROVED' and not is_reversed`;

/** What all simulated providers took for a payment and did not return, one amount per charge. */
export async function chargedAmounts(
  installation: Installation,
  paymentId: string,
): Promise<bigint[]> {
  const text = `select captured::bigint from (${chargesText}) c where live and payment_id = $1`;
  const rows = await rowsOf<{ captured: bigint }>(installation, text, [paymentId]);
  return rows.map(({ captured }) => captured);
}

/** Each query finds the payments that violate its rule. */
const rules: Readonly<Record<string, string>> = {
  "the provider's totals differ from the payment's": `
    with truth as (
      select p.merchant_id, p.payment_id,
        coalesce(sum(c.authorized), 0) as authorized,
        coalesce(sum(c.captured), 0) as captured,
        count(*) filter (where c.live) as live
      from payments p left join (${chargesText}) c using (payment_id)
      group by p.merchant_id, p.payment_id)
    select p.payment_id as id from payments p join truth t using (merchant_id, payment_id)
    where t.authorized <> p.authorized_minor - p.refunded_minor
      or t.captured <> p.captured_minor - p.refunded_minor
      or t.live <> (case when p.status in ('COMPLETED', 'SETTLED')
        and (p.captured_minor = 0 or p.refunded_minor < p.captured_minor) then 1 else 0 end)`,
  "the ledger's totals differ from the payment's": `
    with booked as (
      select merchant_id, payment_id,
        sum(case kind when 'HOLD' then amount_minor when 'RELEASE' then -amount_minor else 0 end)
          as held,
        sum(case when kind in ('SALE', 'LATE_SALE') then amount_minor
          when kind in ('REVERSAL', 'LATE_REVERSAL') then -amount_minor else 0 end) as taken,
        sum(case kind when 'REFUND' then amount_minor else 0 end) as refunded,
        sum(case kind when 'RESERVE' then amount_minor else 0 end) - sum(case
          when kind in ('UNRESERVE', 'REVERSAL', 'REFUND') then amount_minor else 0 end) as reserved
      from ledger_transfers group by merchant_id, payment_id)
    select p.payment_id as id from payments p left join booked b using (merchant_id, payment_id)
    where coalesce(b.taken, 0) <> p.captured_minor or coalesce(b.refunded, 0) <> p.refunded_minor
      or coalesce(b.reserved, 0) <> 0 or coalesce(b.held, 0) <>
      (case when p.trans_kind = 'PREAUTH' and p.captured_minor = 0
            then p.authorized_minor else 0 end)`,
  'a transfer names another provider than its attempt': `
    select t.payment_id as id from ledger_transfers t
    where (t.debit ~ '^(RECEIVABLE|HELD_AT_ISSUER):' or t.credit ~ '^(RECEIVABLE|HELD_AT_ISSUER):')
      and not exists (
      select 1 from attempts a where a.merchant_id = t.merchant_id
        and a.payment_id = t.payment_id and a.trans_id = t.trans_id
        and a.provider in (split_part(t.debit, ':', 2), split_part(t.credit, ':', 2)))`,
  'an unsuccessful payment keeps money': `
    select payment_id as id from payments
    where status not in ('COMPLETED', 'SETTLED') and (authorized_minor > 0 or captured_minor > 0)`,
  'the refunded amount differs from the refunds': `
    select p.payment_id as id from payments p where p.refunded_minor <> coalesce((
      select sum(t.amount_minor) from transactions t where t.merchant_id = p.merchant_id
        and t.payment_id = p.payment_id and t.type = 'REFUND'
        and t.status in ('PENDING', 'COMPLETED')), 0)`,
  'the shares do not add up to the payment': `
    select p.payment_id as id from payments p left join (
      select merchant_id, payment_id, sum(amount_minor) as amount, sum(refunded_minor) as refunded
      from subpayments group by merchant_id, payment_id) s using (merchant_id, payment_id)
    where p.trans_type = 'MARKETPLACE'
      and (s.amount is distinct from p.amount_minor or s.refunded <> p.refunded_minor)`,
  'the refunds of a share differ from its parts': `
    select s.payment_id as id from subpayments s where s.refunded_minor <> coalesce((
      select sum(r.amount_minor) from refund_parts r
      join transactions t using (merchant_id, payment_id, trans_id)
      where r.merchant_id = s.merchant_id and r.payment_id = s.payment_id
        and r.subpayment_id = s.subpayment_id and t.status in ('PENDING', 'COMPLETED')), 0)`,
  'more than one capture': `
    select payment_id as id from transactions where type = 'CAPTURE' and status = 'COMPLETED'
    group by payment_id having count(*) > 1`,
  'the captured amount differs from the capture': `
    select p.payment_id as id from payments p
    where p.trans_kind = 'PREAUTH' and p.captured_minor <> coalesce((
      select sum(t.amount_minor) from transactions t where t.payment_id = p.payment_id
        and t.type = 'CAPTURE' and t.status = 'COMPLETED'), 0)`,
  'the payment is still in progress': `
    select payment_id as id from payments where status = 'PENDING'
    union select payment_id from attempts where finished_at is null
    union select payment_id from transactions where status = 'PENDING'`,
  'events are missing or out of sequence': `
    select p.payment_id as id from payments p left join events e
      on e.merchant_id = p.merchant_id and e.payment_id = p.payment_id
    where p.trans_kind <> 'VERIFICATION'
    group by p.merchant_id, p.payment_id, p.sequence
    having count(e.event_id) <> p.sequence or max(e.sequence) <> p.sequence`,
  'more than one payment of the order succeeded': `
    select max(payment_id::text) as id from payments
    where status in ('COMPLETED', 'SETTLED') and ext_order_id is not null
    group by merchant_id, ext_order_id having count(*) > 1`,
  'the order lock is left behind, or missing for a paid order': `
    select payment_id as id from payments
    where holds_order <> (status in ('PENDING', 'COMPLETED', 'SETTLED'))`,
  'card data is kept although the payment does not need it': `
    select c.payment_id as id from held_cards c join payments p using (merchant_id, payment_id)
    where p.status <> 'NEW'`,
  'a deadline is missing or left behind': `
    select p.payment_id as id from payments p left join deadlines d using (merchant_id, payment_id)
    where (d.due_at is not null) <> (p.status = 'NEW' or
      (p.status = 'COMPLETED' and p.trans_kind = 'PREAUTH' and p.captured_minor = 0))`,
};

/** What is wrong, as sentences; empty if everything is consistent. */
export async function findInconsistencies(db: Queryable): Promise<string[]> {
  const faults: string[] = [];
  for (const imbalance of await checkLedger(db)) {
    const { merchantId, account = 'all accounts', currency, differenceMinor } = imbalance;
    faults.push(`ledger: ${merchantId} ${account} ${currency} is off by ${differenceMinor}`);
  }
  for (const [rule, text] of Object.entries(rules)) {
    const rows = await runSql<{ id: string }>(db, text);
    faults.push(...rows.map(({ id }) => `${id}: ${rule}`));
  }
  return faults;
}
