// Turns the traced writes of one payment into a pgbench script that writes the same rows in the
// same commits, with new ids each time. Values that need not differ between payments are constants
// of the prepared statements, which favours pgbench: it sends less than a program would.

import type { Cell, TableFacts, Trace, TracedCommit, TracedRow, TracedWrite } from './trace.ts';

/**
 * Ids have 32 digits: an increasing number, so that they are indexed like the gateway's, and a
 * random one.
 */
const idLow = 'random(1000000000000000, 9999999999999999)';
const idHigh = '1000000000000000 + :run * 1000000000000 + :payment * 1000 + :client_id';
/** A time further than this from the payment's start keeps its distance; others become "now". */
const sameMomentMs = 1000;
const numeric = /^(smallint|integer|bigint|numeric|real|double precision)/;

interface Naming {
  /** The pgbench variable of each id that the payment created. */
  readonly idVariables: ReadonlyMap<string, string>;
  /** Texts that must be new in every payment, as expressions. */
  readonly freshTexts: ReadonlyMap<string, string>;
  readonly startMs: number;
}

/** Values of the traced payment that other payments must replace. */
export interface ReplacedValues {
  readonly merchantId: string;
  readonly orderId: string;
}

/** Each client has its own merchant, so that clients never wait for each other's balances. */
const firstMerchant = 20_000_000;

export function pgbenchScript(trace: Trace, own: ReplacedValues): string {
  const naming = nameFresh(trace, own);
  const variables = [...naming.idVariables.values()].map((name) => `\\set ${name} ${idLow}`);
  const head = ['\\set payment :payment + 1', `\\set high ${idHigh}`, ...variables];
  const commits = trace.commits.map((commit) => commitText(commit, trace, naming));
  return `${[...head, ...commits].join('\n')}\n`;
}

/** Statements that give every client's merchant the rows that existed before the payment. */
export function sharedRows(trace: Trace, replaced: ReplacedValues, clients: number): string[] {
  const merchant = `(${firstMerchant} + client)::text`;
  const freshTexts = new Map([[replaced.merchantId, merchant]]);
  const naming: Naming = { idVariables: new Map(), freshTexts, startMs: 0 };
  return trace.commits.flat().flatMap((write) => {
    const facts = factsOf(trace, write.table);
    const isMerchants = facts.key.some((column) => write.before?.[column] === replaced.merchantId);
    if (write.operation !== 'UPDATE' || !isMerchants || !isShared(write, facts, trace)) return [];
    const columns = Object.keys(facts.columns);
    const values = columns.map((column) => expression(write.before, column, facts, naming));
    return `insert into ${write.table} (${columns.join(', ')})
      select ${values.join(', ')} from generate_series(0, ${clients - 1}) as client
      on conflict do nothing`;
  });
}

function nameFresh(trace: Trace, replaced: ReplacedValues): Naming {
  const idVariables = new Map<string, string>();
  let startMs = Infinity;
  for (const { table, operation, after } of trace.commits.flat()) {
    if (operation !== 'INSERT') continue;
    for (const [column, type] of Object.entries(factsOf(trace, table).columns)) {
      const value = after?.[column];
      if (typeof value !== 'string') continue;
      if (type === 'uuid' && !idVariables.has(value)) {
        idVariables.set(value, `id${idVariables.size + 1}`);
      }
      if (type.startsWith('timestamp')) startMs = Math.min(startMs, Date.parse(value));
    }
  }
  const freshTexts = new Map([
    [replaced.orderId, `('${replaced.orderId.replace(/\d+$/, '')}' || :high::text)`],
    [replaced.merchantId, `(${firstMerchant} + :client_id::integer)::text`],
  ]);
  return { idVariables, freshTexts, startMs };
}

function factsOf(trace: Trace, table: string): TableFacts {
  const facts = trace.tables[table];
  if (!facts) throw new Error(`the trace knows no table ${table}`);
  return facts;
}

/** A single statement commits by itself; several are wrapped in begin and commit. */
function commitText(commit: TracedCommit, trace: Trace, naming: Naming): string {
  const statements = mergeInserts(commit).map((writes) => {
    const [first] = writes as [TracedWrite];
    const facts = factsOf(trace, first.table);
    if (first.operation === 'INSERT') return insertText(writes, facts, naming);
    if (first.operation === 'DELETE') return deleteText(first, facts, naming);
    return updateText(first, facts, naming, trace);
  });
  const all = statements.length === 1 ? statements : ['begin', ...statements, 'commit'];
  return all.map((statement) => `${statement};`).join('\n');
}

/** Inserts into one table are merged into one statement. */
function mergeInserts(commit: TracedCommit): TracedWrite[][] {
  const groups: TracedWrite[][] = [];
  for (const write of commit) {
    const same = groups.find(
      ([first]) => first?.operation === 'INSERT' && first.table === write.table,
    );
    if (write.operation === 'INSERT' && same) same.push(write);
    else groups.push([write]);
  }
  return groups;
}

function insertText(writes: readonly TracedWrite[], facts: TableFacts, naming: Naming): string {
  const columns = Object.keys(facts.columns);
  const rows = writes.map(({ after }) => {
    const values = columns.map((column) => expression(after, column, facts, naming));
    return `(${values.join(', ')})`;
  });
  const table = writes[0]?.table ?? '';
  return `insert into ${table} (${columns.join(', ')}) values ${rows.join(', ')}`;
}

function deleteText({ table, before }: TracedWrite, facts: TableFacts, naming: Naming): string {
  return `delete from ${table} where ${keyMatch(before, facts, naming)}`;
}

function updateText(write: TracedWrite, facts: TableFacts, naming: Naming, trace: Trace): string {
  const { table, before, after } = write;
  const shared = isShared(write, facts, trace);
  const changed = Object.keys(facts.columns).filter((column) => !isSame(before, after, column));
  const assignments = changed.map((column) => {
    const isCounter = shared && numeric.test(facts.columns[column] ?? '');
    const by = Number(after?.[column]) - Number(before?.[column]);
    const value = isCounter ? `${column} + (${by})` : expression(after, column, facts, naming);
    return `${column} = ${value}`;
  });
  return `update ${table} set ${assignments.join(', ')} where ${keyMatch(before, facts, naming)}`;
}

/** Whether the row existed before the payment; then payments add to it, as to a balance. */
function isShared(write: TracedWrite, facts: TableFacts, trace: Trace): boolean {
  return !trace.commits
    .flat()
    .some(
      ({ table, operation, after }) =>
        table === write.table &&
        operation === 'INSERT' &&
        facts.key.every((column) => isSame(after, write.before, column)),
    );
}

function isSame(one: TracedRow | null, other: TracedRow | null, column: string): boolean {
  return JSON.stringify(one?.[column]) === JSON.stringify(other?.[column]);
}

function keyMatch(row: TracedRow | null, facts: TableFacts, naming: Naming): string {
  return facts.key
    .map((column) => `${column} = ${expression(row, column, facts, naming)}`)
    .join(' and ');
}

function expression(
  row: TracedRow | null,
  column: string,
  facts: TableFacts,
  naming: Naming,
): string {
  const value = row?.[column] ?? null;
  const type = facts.columns[column] ?? 'text';
  if (typeof value !== 'string') return literal(value, type);
  const variable = naming.idVariables.get(value);
  if (variable !== undefined) {
    const id = `(:high::text || :${variable}::text)::uuid`;
    return type === 'uuid' ? id : `${id}::text`;
  }
  if (type.startsWith('timestamp')) return moment(Date.parse(value) - naming.startMs);
  return naming.freshTexts.get(value) ?? literal(value, type);
}

function moment(afterMs: number): string {
  return Math.abs(afterMs) < sameMomentMs ? 'now()' : `now() + interval '${afterMs} milliseconds'`;
}

/** pgbench looks for variables inside texts as well, so they must not contain a colon. */
export function literal(value: Cell, type: string): string {
  if (value === null) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const quoted = text.replace(/\\/g, '\\\\').replace(/'/g, "''").replace(/:/g, '\\x3a');
  const mark = quoted.includes('\\') ? 'E' : '';
  return `${mark}'${quoted}'::${type}`;
}

/** Reads the whole row of one of these payments by its key, as a status read does. */
export function readScript(merchantId: string, paymentIds: readonly string[]): string {
  const ids = `'{${paymentIds.join(',')}}'::uuid[]`;
  return [
    `\\set which random(1, ${paymentIds.length})`,
    `select * from payments where merchant_id = ${literal(merchantId, 'text')}` +
      ` and payment_id = (${ids})[:which::integer];`,
    '',
  ].join('\n');
}
