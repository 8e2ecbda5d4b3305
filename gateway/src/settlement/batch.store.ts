// Reads batches, their totals and items: for runs, for merchants and for the operator.

import { defect } from '../core/assert.ts';
import { FIRST_ID } from '../core/id.ts';
import { columnName, selectList } from '../journal/table.ts';
import type { Funds } from '../ledger/ledger.ts';
import { statement, type Queryable } from '../storage/database.ts';
import { amountFields, batches, items, type Batch, type Item, type Totals } from './batch.ts';
import type { LocalDate } from '../core/time/local-time.ts';

/** Whose batch, and in which currency. */
export type BatchKey = Pick<Batch, 'merchantId' | 'payeeId' | 'currency'>;

export type SummedBatch = Batch & Omit<Totals, 'merchantId' | 'batchId'>;

/** Who reads: a payee sees its own batches, the operator also those of a merchant's books. */
export interface Reader {
  readonly merchantId: string;
  readonly isOperator: boolean;
}

export interface BatchPage {
  readonly date: LocalDate | null;
  /** Only batches older than this one; null: from the newest on. */
  readonly before: string | null;
  readonly limit: number;
}

/** An item, with the order of its payment while the gateway still knows it. */
export interface ReportedItem extends Item {
  readonly extOrderId: string | null;
}

export type ItemPosition = Pick<Item, 'itemId' | 'kind'>;

/** The balance of a funds account, and what refunds in progress have taken from the books. */
interface FundsNow {
  readonly fundsMinor: bigint;
  readonly returningMinor: bigint;
}

export interface BatchStore {
  openBatch(key: BatchKey): Promise<Batch | undefined>;
  /** The highest number of a batch of this date; 0 if there is none. */
  lastNumber(key: BatchKey, date: LocalDate): Promise<number>;
  openBatches(merchantId: string): Promise<SummedBatch[]>;
  /** Both are read at one moment: a refund that begins meanwhile is in both or in neither. */
  balances(merchantId: string, funds: Funds, currency: string): Promise<FundsNow>;
  /** The newest first. */
  list(reader: Reader, page: BatchPage): Promise<SummedBatch[]>;
  find(reader: Reader, batchId: string): Promise<SummedBatch | undefined>;
  /** In the order of their ids. */
  items(of: Batch, after: ItemPosition | null, limit: number): Promise<ReportedItem[]>;
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const counters = [...amountFields, 'items', 'closedItems'] as const;
const summed = `select ${selectList(batches, 'b')},
    ${counters.map((name) => `t.${columnName(name)} as "${name}"`).join(', ')}
  from settlement_batches b
  join settlement_totals t on t.merchant_id = b.merchant_id and t.batch_id = b.batch_id`;

const findOpen = statement(
  'settlement.open-batch',
  `select ${selectList(batches)} from settlement_batches
   where merchant_id = $1 and payee_id = $2 and currency = $3 and status = 'OPEN'`,
);
const findLast = statement(
  'settlement.last-number',
  `select coalesce(max(number), 0)::integer as number from settlement_batches
   where merchant_id = $1 and payee_id = $2 and currency = $3 and settlement_date = $4`,
);
const listOpen = statement(
  'settlement.open-batches',
  `${summed} where b.merchant_id = $1 and b.status = 'OPEN' order by b.batch_id`,
);
const findBalances = statement(
  'settlement.balances',
  `select coalesce(sum(balance_minor) filter (where account = $2), 0)::bigint as "fundsMinor",
     coalesce(sum(balance_minor) filter (where account = 'RETURNS_PENDING'), 0)::bigint
       as "returningMinor"
   from ledger_balances
   where merchant_id = $1 and account in ($2, 'RETURNS_PENDING') and currency = $3`,
);
/** Each column has its own indexes, so a page never reads more batches than it has. */
function listOf(columns: readonly string[], ofDate: string): string {
  const pages = columns.map(
    (column) => `(select merchant_id, batch_id from settlement_batches
      where ${column} = $1 and batch_id < $2 ${ofDate} order by batch_id desc limit $3)`,
  );
  return `with page as materialized (${pages.join(' union ')})
    ${summed} join page on page.merchant_id = b.merchant_id and page.batch_id = b.batch_id
    order by b.batch_id desc limit $3`;
}
const payee = ['payee_id'];
const payeeAndMerchant = ['payee_id', 'merchant_id'];
const ofDate = 'and settlement_date = $4';
const lists = {
  payee: statement('settlement.batches', listOf(payee, '')),
  payeeOfDate: statement('settlement.batches-of-date', listOf(payee, ofDate)),
  operator: statement('settlement.all-batches', listOf(payeeAndMerchant, '')),
  operatorOfDate: statement('settlement.all-batches-of-date', listOf(payeeAndMerchant, ofDate)),
};
const findBatch = statement(
  'settlement.batch',
  `${summed} where (b.payee_id = $1 or ($2::boolean and b.merchant_id = $1)) and b.batch_id = $3`,
);
const listItems = statement(
  'settlement.items',
  `select ${selectList(items, 'i')}, p.ext_order_id as "extOrderId" from settlement_items i
   left join payments p on p.merchant_id = i.merchant_id and p.payment_id = i.payment_id
   where i.merchant_id = $1 and i.batch_id = $2 and (i.item_id, i.kind) > ($3::uuid, $4::text)
   order by i.item_id, i.kind limit $5`,
);

export function sqlBatchStore(database: Queryable): BatchStore {
  return {
    openBatch: async ({ merchantId, payeeId, currency }) =>
      (await database.run<Batch>(findOpen, [merchantId, payeeId, currency]))[0],
    async lastNumber({ merchantId, payeeId, currency }, date) {
      const values = [merchantId, payeeId, currency, date];
      return (await database.run<{ number: number }>(findLast, values))[0]?.number ?? 0;
    },
    openBatches: (merchantId) => database.run<SummedBatch>(listOpen, [merchantId]),
    balances: async (...key) =>
      (await database.run<FundsNow>(findBalances, key))[0] ?? defect('a sum is always one row'),
    list({ merchantId, isOperator }, { before, date, limit }) {
      const values = [merchantId, before ?? LAST_ID, limit];
      if (date === null) {
        return database.run<SummedBatch>(isOperator ? lists.operator : lists.payee, values);
      }
      const ofDay = isOperator ? lists.operatorOfDate : lists.payeeOfDate;
      return database.run<SummedBatch>(ofDay, [...values, date]);
    },
    find: async ({ merchantId, isOperator }, batchId) =>
      (await database.run<SummedBatch>(findBatch, [merchantId, isOperator, batchId]))[0],
    items: ({ merchantId, batchId }, after, limit) =>
      database.run<ReportedItem>(listItems, [
        merchantId,
        batchId,
        after?.itemId ?? FIRST_ID,
        after?.kind ?? '',
        limit,
      ]),
  };
}
