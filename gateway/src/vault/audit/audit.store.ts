// The audit log in the database. Rows and the new head of their chain are written by one statement,
// so that a reader never sees one without the other.

import { isoTime } from '../../core/clock.ts';
import { arrayElement, type ColumnType, type Value } from '../../journal/table.ts';
import { statement, type Queryable } from '../../storage/database.ts';
import type { AuditRow, AuditTip, ChainHead, ChainRow } from './audit-row.ts';

export interface AuditStore {
  lastChain(): Promise<ChainRow | undefined>;
  /** False: another node has taken the number. */
  insertChain(chain: ChainRow, tip: AuditTip): Promise<boolean>;
  readHead(chainNo: number): Promise<ChainHead | undefined>;
  /** Writes the rows and the head after them; false: the head in the database is not `before`. */
  append(
    before: ChainHead,
    rows: readonly AuditRow[],
    after: ChainHead,
    headCheck: Uint8Array,
  ): Promise<boolean>;
}

export interface ChainPage {
  readonly chain: ChainRow;
  /** The rows after a position, in order; read together with the head. */
  readonly rows: readonly AuditRow[];
}

/** What the verifier and the operator's endpoints read. */
export interface AuditReader {
  readonly tip: () => Promise<AuditTip | undefined>;
  /** The chain with this number or the next higher one, with its rows after `seq`. */
  readonly page: (chainNo: number, seq: number, limit: number) => Promise<ChainPage | undefined>;
  readonly row: (chainNo: number, seq: number) => Promise<AuditRow | undefined>;
  readonly chain: (chainNo: number) => Promise<ChainRow | undefined>;
  readonly ofPayment: (paymentId: string, limit: number) => Promise<AuditRow[]>;
  readonly ofToken: (tokenId: string, limit: number) => Promise<AuditRow[]>;
  /** The last actions of the operator for a merchant, in the order of time. */
  readonly actionsFor: (merchantId: string, limit: number) => Promise<AuditRow[]>;
}

const rowList = (alias: string): string =>
  `${alias}.chain_no as "chainNo", ${alias}.seq, ${alias}.at,
   ${alias}.merchant_id as "merchantId", ${alias}.actor, ${alias}.reason,
   ${alias}.payment_id as "paymentId", ${alias}.token_id as "tokenId",
   ${alias}.subject_id as "subjectId", ${alias}.details, ${alias}.previous, ${alias}.hash`;
const chainList = `c.chain_no as "chainNo", c.node_id as "nodeId", c.started_at as "startedAt",
  c.previous_start as "previousStart", c.start_hash as "startHash", c.row_count as "rowCount",
  c.head_hash as "headHash", c.head_check as "headCheck"`;

const lastChain = statement(
  'audit.last-chain',
  `select ${chainList} from audit_chains c order by c.chain_no desc limit 1`,
);
const oneChain = statement(
  'audit.chain',
  `select ${chainList} from audit_chains c where c.chain_no = $1`,
);
const insertChain = statement(
  'audit.insert-chain',
  `with made as (
     insert into audit_chains (chain_no, node_id, started_at, previous_start, start_hash,
       row_count, head_hash, head_check)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning chain_no),
   counted as (
     insert into audit_tip (chain_count, count_check) select chain_no, $9 from made
     on conflict (only_row) do update
       set chain_count = excluded.chain_count, count_check = excluded.count_check
     returning chain_count)
   select chain_count from counted`,
);
const append = statement(
  'audit.append',
  `with grown as (
     update audit_chains set row_count = $3, head_hash = $4, head_check = $5
     where chain_no = $1 and row_count = $2 and head_hash = $6 returning chain_no),
   added as (
     insert into audit_log (chain_no, seq, at, merchant_id, actor, reason, payment_id, token_id,
       subject_id, details, previous, hash)
     select grown.chain_no, r.* from grown, unnest($7::integer[], $8::timestamptz[], $9::text[],
       $10::text[], $11::text[], $12::uuid[], $13::text[], $14::text[], $15::text[],
       $16::bytea[], $17::bytea[]) as r
     returning 1 as written)
   select written from added`,
);
const readPage = statement(
  'audit.page',
  `select ${chainList}, r.* from (
     select * from audit_chains where chain_no >= $1 order by chain_no limit 1) as c
   left join lateral (
     select l.seq as "rowSeq", l.at, l.merchant_id as "merchantId", l.actor, l.reason,
       l.payment_id as "paymentId", l.token_id as "tokenId", l.subject_id as "subjectId",
       l.details, l.previous, l.hash
     from audit_log l where l.chain_no = c.chain_no and l.seq > $2
     order by l.seq limit $3) as r on true`,
);
const readRow = statement(
  'audit.row',
  `select ${rowList('l')} from audit_log l where l.chain_no = $1 and l.seq = $2`,
);
const readTip = statement(
  'audit.tip',
  'select chain_count as "chainCount", count_check as "countCheck" from audit_tip',
);
const ofPayment = statement(
  'audit.of-payment',
  `select ${rowList('l')} from audit_log l where l.payment_id = $1
   order by l.at, l.chain_no, l.seq limit $2`,
);
const ofToken = statement(
  'audit.of-token',
  `select ${rowList('l')} from audit_log l where l.token_id = $1
   order by l.at, l.chain_no, l.seq limit $2`,
);
const actionsFor = statement(
  'audit.actions-for',
  `select ${rowList('l')} from audit_log l where l.merchant_id = $1 and l.subject_id is not null
   order by l.at desc, l.chain_no desc, l.seq desc limit $2`,
);

export function sqlAuditStore(database: Queryable): AuditStore {
  return {
    lastChain: async () => (await database.run<ChainRow>(lastChain))[0],
    async insertChain(chain, tip) {
      const rows = await database.run(insertChain, [
        chain.chainNo,
        chain.nodeId,
        isoTime(chain.startedAt),
        chain.previousStart,
        chain.startHash,
        chain.rowCount,
        chain.headHash,
        chain.headCheck,
        tip.countCheck,
      ]);
      return rows.length > 0;
    },
    readHead: async (chainNo) => (await database.run<ChainRow>(oneChain, [chainNo]))[0],
    async append(before, rows, after, headCheck) {
      const list = (type: ColumnType, field: keyof AuditRow): string =>
        `{${rows.map((row) => arrayElement(type, row[field] as Value)).join(',')}}`;
      const written = await database.run(append, [
        before.chainNo,
        before.rowCount,
        after.rowCount,
        after.headHash,
        headCheck,
        before.headHash,
        list('integer', 'seq'),
        list('timestamptz', 'at'),
        list('text', 'merchantId'),
        list('text', 'actor'),
        list('text', 'reason'),
        list('uuid', 'paymentId'),
        list('text', 'tokenId'),
        list('text', 'subjectId'),
        list('text', 'details'),
        list('bytea', 'previous'),
        list('bytea', 'hash'),
      ]);
      return written.length > 0;
    },
  };
}

/** Rows numbered below 1 are read too, because only an intruder can have written them. */
const LOWEST_SEQ = -(2 ** 31);

type PageRow = ChainRow & Omit<AuditRow, 'seq'> & { readonly rowSeq: number | null };

export function sqlAuditReader(database: Queryable): AuditReader {
  return {
    tip: async () => (await database.run<AuditTip>(readTip))[0],
    async page(chainNo, seq, limit) {
      const after = seq === 0 ? LOWEST_SEQ : seq;
      const rows = await database.run<PageRow>(readPage, [chainNo, after, limit]);
      const [chain] = rows;
      if (!chain) return undefined;
      const present = rows.flatMap(({ rowSeq, ...row }) =>
        rowSeq === null ? [] : [{ ...row, seq: rowSeq }],
      );
      return { chain, rows: present };
    },
    row: async (chainNo, seq) => (await database.run<AuditRow>(readRow, [chainNo, seq]))[0],
    chain: async (chainNo) => (await database.run<ChainRow>(oneChain, [chainNo]))[0],
    ofPayment: (paymentId, limit) => database.run<AuditRow>(ofPayment, [paymentId, limit]),
    ofToken: (tokenId, limit) => database.run<AuditRow>(ofToken, [tokenId, limit]),
    actionsFor: async (merchantId, limit) =>
      (await database.run<AuditRow>(actionsFor, [merchantId, limit])).reverse(),
  };
}
