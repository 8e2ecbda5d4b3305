// Reads what runs need: the merchants with their rules, runs that nobody works on, sales in the
// order of their time, and payments that wait. All writes go through the journal.

import { isoTime, type Instant } from '../core/clock.ts';
import { firstIdAt } from '../core/id.ts';
import { selectList } from '../journal/table.ts';
import type { SettlementChange } from '../merchants/settlement-rules.ts';
import { statement, type Queryable } from '../storage/database.ts';
import {
  runs,
  waitingPayments,
  type CursorRow,
  type Run,
  type ScanStep,
  type WaitingPayment,
} from './run.ts';

export interface SettledMerchant {
  readonly merchantId: string;
  readonly rules: SettlementChange;
  readonly cursor: CursorRow | undefined;
}

/** A sale in the order of time; `isDue`: its payment is to be settled. */
export interface Sale {
  readonly transferId: string;
  readonly paymentId: string;
  readonly capturedAt: Instant;
  readonly isDue: boolean;
}

export interface RunStore {
  /** In the order of their ids. */
  merchants(after: string, limit: number): Promise<SettledMerchant[]>;
  merchant(merchantId: string): Promise<SettledMerchant | undefined>;
  /** Whether a run would find anything: a sale of these steps, a payment that waits, a batch. */
  hasWork(merchantId: string, steps: readonly ScanStep[]): Promise<boolean>;
  /** Unfinished runs that no node is working on; the one that has waited longest comes first. */
  freeRuns(now: Instant, limit: number): Promise<Run[]>;
  runningRun(merchantId: string): Promise<Run | undefined>;
  findRun(merchantId: string, runId: string): Promise<Run | undefined>;
  /** The sales of a step after this transfer: those that are due, and always the last one read. */
  sales(merchantId: string, step: ScanStep, afterId: string, limit: number): Promise<Sale[]>;
  /** Payments that wait, in the order of their ids. */
  waiting(merchantId: string, afterId: string, limit: number): Promise<WaitingPayment[]>;
}

const merchantColumns = `m.merchant_id as "merchantId", m.settings -> 'settlement' as rules,
  c.due_at as "dueAt", c.cursors`;
const listMerchants = statement(
  'settlement.merchants',
  `select ${merchantColumns} from merchants m
   left join settlement_cursors c on c.merchant_id = m.merchant_id
   where m.merchant_id > $1 order by m.merchant_id limit $2`,
);
const findMerchant = statement(
  'settlement.merchant',
  `select ${merchantColumns} from merchants m
   left join settlement_cursors c on c.merchant_id = m.merchant_id where m.merchant_id = $1`,
);
const findWork = statement(
  'settlement.work',
  `select exists (select 1 from unnest($2::uuid[], $3::uuid[]) as s(from_id, to_id)
       where exists (select 1 from ledger_transfers t where t.merchant_id = $1
         and t.transfer_id >= s.from_id and t.transfer_id < s.to_id and t.kind = 'SALE'))
     or exists (select 1 from settlement_waiting where merchant_id = $1)
     or exists (select 1 from settlement_batches where merchant_id = $1 and status = 'OPEN')
     as "hasWork"`,
);
const findFree = statement(
  'settlement.free-runs',
  `select ${selectList(runs)} from settlement_runs
   where finished_at is null and lease_until <= $1 order by lease_until limit $2`,
);
const findRunning = statement(
  'settlement.running-run',
  `select ${selectList(runs)} from settlement_runs where merchant_id = $1 and finished_at is null`,
);
const findOne = statement(
  'settlement.run',
  `select ${selectList(runs)} from settlement_runs where merchant_id = $1 and run_id = $2`,
);
const scanSales = statement(
  'settlement.sales',
  `select s.transfer_id as "transferId", s.payment_id as "paymentId",
     s.created_at as "capturedAt", s.is_due as "isDue"
   from (
     select t.*, row_number() over (order by t.transfer_id desc) = 1 as is_last,
       coalesce(t.created_at < $5 and (
         select p.status = 'COMPLETED' and p.captured_minor > 0
           and (coalesce(p.method, '') = any ($6::text[])) <> $7::boolean
         from payments p
         where p.merchant_id = t.merchant_id and p.payment_id = t.payment_id), false) as is_due
     from (select merchant_id, transfer_id, payment_id, created_at from ledger_transfers
       where merchant_id = $1 and transfer_id > $2 and transfer_id >= $3 and transfer_id < $4
         and kind = 'SALE'
       order by transfer_id limit $8) t) s
   where s.is_due or s.is_last order by s.transfer_id`,
);
const listWaiting = statement(
  'settlement.waiting',
  `select ${selectList(waitingPayments)} from settlement_waiting
   where merchant_id = $1 and payment_id > $2 order by payment_id limit $3`,
);

const HOUR_MS = 3_600_000;
/** Sales whose entry was committed late are still found for a day. */
const OVERLAP_MS = 24 * HOUR_MS;
/** An id may be made some time after the instant that its transfer names. */
const ID_MARGIN_MS = HOUR_MS;

const firstIdOf = ({ from }: ScanStep): string => firstIdAt(from - OVERLAP_MS);
const endIdOf = ({ before }: ScanStep): string => firstIdAt(before + ID_MARGIN_MS);

interface MerchantRow {
  readonly merchantId: string;
  readonly rules: SettlementChange | null;
  readonly dueAt: Instant | null;
  readonly cursors: CursorRow['cursors'] | null;
}

function merchantOf({ merchantId, rules, dueAt, cursors }: MerchantRow): SettledMerchant {
  const cursor = dueAt === null ? undefined : { merchantId, dueAt, cursors: cursors ?? {} };
  return { merchantId, rules: rules ?? {}, cursor };
}

export function sqlRunStore(database: Queryable): RunStore {
  return {
    async merchants(after, limit) {
      return (await database.run<MerchantRow>(listMerchants, [after, limit])).map(merchantOf);
    },
    async merchant(merchantId) {
      return (await database.run<MerchantRow>(findMerchant, [merchantId])).map(merchantOf)[0];
    },
    async hasWork(merchantId, steps) {
      const values = [merchantId, steps.map(firstIdOf), steps.map(endIdOf)];
      const rows = await database.run<{ hasWork: boolean }>(findWork, values);
      return rows[0]?.hasWork === true;
    },
    freeRuns: (now, limit) => database.run<Run>(findFree, [isoTime(now), limit]),
    runningRun: async (merchantId) => (await database.run<Run>(findRunning, [merchantId]))[0],
    findRun: async (...id) => (await database.run<Run>(findOne, id))[0],
    sales: (merchantId, step, afterId, limit) =>
      database.run<Sale>(scanSales, [
        merchantId,
        afterId,
        firstIdOf(step),
        endIdOf(step),
        isoTime(step.before),
        step.methods,
        step.isRest,
        limit,
      ]),
    waiting: (...page) => database.run<WaitingPayment>(listWaiting, page),
  };
}
