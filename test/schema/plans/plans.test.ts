// Tests of the plans of every statement that lists, searches, purges or checks, on tables with many
// rows: a page reads about as many rows as it has, never all of a table or of a merchant.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { knownStatements } from '@bramka/gateway/storage/database.ts';
import { noPostgres, postgres, runSql, type OpenEngine } from '../../support/engines.ts';
import { loadDefinitions } from '../modules.ts';
import { fillTables } from './many-rows.ts';
import { exempt, isOfRotation, MAX_ROWS, plans, type Value } from './plan-cases.ts';

await loadDefinitions();
const statements = new Map(
  knownStatements()
    .filter(({ name }) => !name.startsWith('sandbox.') && !isOfRotation(name))
    .map(({ name, text }) => [name, text]),
);

/** What reads or removes more than one row. */
const readsMany = /\blimit\b|\border by\b|\bdelete from\b|\bcount\(|\bsum\(|\bmax\(/i;

/** From then on PostgreSQL uses one plan for all values, if that seems to cost no more. */
const TIMES_TO_GENERIC = 6;

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Node[];
}

/** How many rows each scan of a table has read, whether they were used or not. */
function readsOf(node: Node): [scan: string, rows: number][] {
  const inner = (node.Plans ?? []).flatMap(readsOf);
  const { 'Relation Name': relation, 'Node Type': kind } = node;
  if (relation === undefined || kind === 'ModifyTable') return inner;
  const { 'Actual Rows': kept = 0, 'Actual Loops': loops = 1 } = node;
  const dropped =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return [[`${kind} on ${relation}`, (kept + dropped) * loops], ...inner];
}

test('every statement that reads many rows is in the list, or says why not', () => {
  const listed = new Set([...plans.map(([name]) => name), ...Object.keys(exempt)]);
  const found = [...statements].filter(([, text]) => readsMany.test(text) && !/^insert/.test(text));
  assert.deepEqual(
    found.map(([name]) => name).filter((name) => !listed.has(name)),
    [],
  );
  assert.deepEqual(
    [...listed].filter((name) => !statements.has(name)),
    [],
  );
});

describe('plans with many rows on PostgreSQL', { skip: noPostgres }, () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await postgres.openWithTables();
    await fillTables(opened.database);
  });
  after(() => opened?.close());

  /** What is cheaper only because these tables are still small; compiling costs seconds. */
  const off = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'].map(
    (what) => `set_config('${what}', 'off', true)`,
  );
  const literal = (value: Value): string =>
    value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`;

  async function explain(text: string, values: readonly Value[], times: number): Promise<Node> {
    let plan: Node | undefined;
    const undone = new Error('undone');
    await assert.rejects(
      opened.database.transaction(async (tx) => {
        await runSql(tx, `select ${off.join(', ')}`);
        await runSql(tx, `prepare explained as ${text}`);
        const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
        const run = `execute explained${given}`;
        const before = `for time in 2..${times} loop execute $q$ explain ${run} $q$; end loop`;
        await runSql(tx, `do $do$ begin ${before}; end $do$`);
        const explained = `explain (analyze, timing off, format json) ${run}`;
        const [row] = await runSql<{ 'QUERY PLAN': [{ Plan: Node }] }>(tx, explained);
        await runSql(tx, 'deallocate explained');
        plan = row?.['QUERY PLAN'][0].Plan;
        throw undone;
      }),
      (error: unknown) => error === undone || assert.fail(String(error)),
    );
    assert.ok(plan);
    return plan;
  }

  for (const [name, ...cases] of plans) {
    test(name, async () => {
      const text = statements.get(name) ?? assert.fail('no such statement');
      for (const values of cases) {
        for (const times of [1, TIMES_TO_GENERIC]) {
          const reads = readsOf(await explain(text, values, times));
          const many = reads.filter(([, rows]) => rows > MAX_ROWS);
          assert.deepEqual(many, [], `time ${times} with ${JSON.stringify(values)}`);
        }
      }
    });
  }
});
