// The pages of a comparison: reading lines and movements of money. Movements are found by the ids
// of ledger transfers, which are in the order of time for each merchant; payments and ledger are
// only read.

import type { Instant } from '../core/clock.ts';
import { selectList } from '../journal/table.ts';
import { statement, type Queryable } from '../storage/database.ts';
import type { LineToCompare, MovementToCompare } from './compare.ts';
import { lines, type Import, type Line } from './reconciliation.ts';
import type { MovementKind } from './settlement-file.ts';

const lineColumns = selectList(lines, 'l');

const linesPage = statement(
  'reconciliation.lines-page',
  `select ${lineColumns},
     (select min(e.line_no) from reconciliation_lines e where e.attempt_id = l.attempt_id
        and e.import_id = l.import_id and e.line_no < l.line_no) as "ownEarlier",
     m.import_id as "matchedImportId", m.line_no as "matchedLineNo"
   from reconciliation_lines l
   left join reconciliation_lines m on m.attempt_id = l.attempt_id and m.result = 'MATCHED'
     and m.import_id <> l.import_id and exists (select 1 from reconciliation_imports i
       where i.import_id = m.import_id and i.provider = $4)
   where l.import_id = $1 and l.line_no > $2 order by l.line_no limit $3`,
);
const restPage = statement(
  'reconciliation.rest-page',
  `select ${lineColumns} from reconciliation_lines l
   where l.import_id = $1 and l.line_no > $2 order by l.line_no limit $3`,
);

const nextMerchant = statement(
  'reconciliation.next-merchant',
  `select m.merchant_id as "merchantId" from merchants m
   where m.merchant_id > $1 and exists (select 1 from ledger_transfers t
     where t.merchant_id = m.merchant_id and t.transfer_id > $2::uuid and t.transfer_id < $3::uuid)
   order by m.merchant_id limit 1`,
);
/**
 * $1 import, $2 merchant, $3 and $4 transfer ids, $5 the page, $6 the provider. The page is counted
 * before transfers of other providers are left out, so that every page costs about the same; such
 * rows have no attempt.
 */
const movementsPage = statement(
  'reconciliation.movements-page',
  `with page as materialized (
     select t.merchant_id, t.transfer_id, t.payment_id, t.trans_id, t.created_at,
       t.debit = 'RECEIVABLE:' || $6::text as is_charge,
       t.credit = 'RECEIVABLE:' || $6::text as is_return
     from ledger_transfers t where t.merchant_id = $2 and t.transfer_id > $3::uuid
       and t.transfer_id < $4::uuid order by t.transfer_id limit $5)
   select p.merchant_id as "merchantId", p.transfer_id as "transferId",
     p.payment_id as "paymentId", p.trans_id as "transId", p.created_at as "movedAt",
     a.attempt_id as "attemptId", a.verb, a.amount_minor as "amountMinor", a.currency,
     l.line_no as "lineNo", l.kind as "lineKind", l.amount_minor as "lineMinor",
     l.currency as "lineCurrency", l.moved_at as "lineMovedAt", l.reference, l.result,
     exists (select 1 from reconciliation_lines o join reconciliation_imports i
         on i.import_id = o.import_id and i.provider = $6 and i.state = 'DONE'
       where o.attempt_id = a.attempt_id and o.import_id <> $1)
     or exists (select 1 from reconciliation_items k where k.import_id = $1
       and k.attempt_id = a.attempt_id and k.kind = 'MISSING') as "isKnown"
   from page p
   left join attempts a on a.merchant_id = p.merchant_id and a.payment_id = p.payment_id
     and a.trans_id = p.trans_id and a.provider = $6 and a.state = 'APPROVED'
     and (p.is_charge and a.verb in ('authorize', 'capture')
       or p.is_return and a.verb in ('reverse', 'refund'))
   left join reconciliation_lines l on l.import_id = $1 and l.attempt_id = a.attempt_id
     and (l.result is null or l.result <> 'DUPLICATE')
   order by p.transfer_id`,
);

export async function readLinesPage(
  database: Queryable,
  { importId, provider, lineCursor }: Import,
  limit: number,
): Promise<LineToCompare[]> {
  const rows = await database.run<
    Line & { ownEarlier: number | null; matchedImportId: string | null; matchedLineNo: number }
  >(linesPage, [importId, lineCursor, limit, provider]);
  return rows.map(({ ownEarlier, matchedImportId, matchedLineNo, ...line }) => {
    if (ownEarlier !== null) return { ...line, earlier: { importId, lineNo: ownEarlier } };
    if (matchedImportId === null) return { ...line, earlier: null };
    return { ...line, earlier: { importId: matchedImportId, lineNo: matchedLineNo } };
  });
}

export function readRestPage(
  database: Queryable,
  { importId, lineCursor }: Import,
  limit: number,
): Promise<Line[]> {
  return database.run<Line>(restPage, [importId, lineCursor, limit]);
}

const kindOf: Readonly<Record<string, MovementKind>> = {
  authorize: 'SALE',
  capture: 'CAPTURE',
  reverse: 'REVERSAL',
  refund: 'REFUND',
};

interface PageRow {
  readonly merchantId: string;
  readonly transferId: string;
  readonly paymentId: string;
  readonly transId: string;
  readonly movedAt: Instant;
  readonly attemptId: string | null;
  readonly verb: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly lineNo: number | null;
  readonly lineKind: MovementKind;
  readonly lineMinor: bigint;
  readonly lineCurrency: string;
  readonly lineMovedAt: Instant;
  readonly reference: string | null;
  readonly result: Line['result'];
  readonly isKnown: boolean;
}

interface MovementsPage {
  readonly movements: MovementToCompare[];
  /** How many transfers were read, with those of other providers. */
  readonly size: number;
  /** The last transfer of the page; undefined: there are no more of this merchant. */
  readonly last: string | undefined;
}

/** Transfer ids; neither is included. */
export interface IdRange {
  readonly after: string;
  readonly before: string;
}

/** The next merchant that has transfers in the range. */
export async function findNextMerchant(
  database: Queryable,
  merchantId: string,
  { after, before }: IdRange,
): Promise<string | undefined> {
  const values = [merchantId, after, before];
  return (await database.run<{ merchantId: string }>(nextMerchant, values))[0]?.merchantId;
}

export async function readMovementsPage(
  database: Queryable,
  { importId, provider }: Import,
  merchantId: string,
  { after, before }: IdRange,
  limit: number,
): Promise<MovementsPage> {
  const values = [importId, merchantId, after, before, limit, provider];
  const rows = await database.run<PageRow>(movementsPage, values);
  const movements = rows.flatMap((row) => {
    const { attemptId } = row;
    return attemptId === null ? [] : [movementOf(importId, { ...row, attemptId })];
  });
  return { movements, size: rows.length, last: rows.at(-1)?.transferId };
}

function movementOf(importId: string, row: PageRow & { attemptId: string }): MovementToCompare {
  const { merchantId, paymentId, transId, attemptId, movedAt, isKnown, lineNo } = row;
  const line: Line | null =
    lineNo === null
      ? null
      : {
          importId,
          lineNo,
          attemptId,
          kind: row.lineKind,
          amountMinor: row.lineMinor,
          currency: row.lineCurrency,
          movedAt: row.lineMovedAt,
          reference: row.reference,
          result: row.result,
        };
  const kind = kindOf[row.verb] ?? 'SALE';
  const { amountMinor, currency } = row;
  return {
    merchantId,
    paymentId,
    transId,
    attemptId,
    kind,
    amountMinor,
    currency,
    movedAt,
    line,
    isKnown,
  };
}
