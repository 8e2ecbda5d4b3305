// What Citus refuses in a statement on the tables of a distributed schema, and what it would run on
// another node than we mean. The rules are those of its planner for one shard.
import type { Database } from '@bramka/gateway/storage/database.ts';
import { runSql } from '../../support/engines.ts';
import { isNode, valueOf, walk, wordOf, type Node, type Tree } from './query-tree.ts';

/** Functions of the server by their number. */
export interface Catalogue {
  readonly functions: ReadonlyMap<string, { name: string; volatility: 'i' | 's' | 'v' }>;
  /** For each type, the functions that read it from text and write it as text. */
  readonly types: ReadonlyMap<string, { input: string; output: string }>;
}

export async function readCatalogue(database: Database): Promise<Catalogue> {
  const functions = await runSql<{ id: string; name: string; volatility: 'i' | 's' | 'v' }>(
    database,
    'select oid::text as id, proname as name, provolatile::text as volatility from pg_proc',
  );
  const types = await runSql<{ id: string; input: string; output: string }>(
    database,
    `select oid::text as id, typinput::oid::text as input, typoutput::oid::text as output
     from pg_type`,
  );
  return {
    functions: new Map(functions.map((one) => [one.id, one])),
    types: new Map(types.map((one) => [one.id, one])),
  };
}

const SELECT = '1';
const UPDATE = '2';
const INSERT = '3';
const DELETE = '4';

/** Stable functions that answer for the node they run on. */
const ofTheNode = /^(pg_(current|snapshot|is_in|control|backend|stat)|txid_|current_setting$|now$)/;

/** Why Citus refuses the statement; empty if it does not. */
export function findRefusals(tree: Tree, catalogue: Catalogue): string[] {
  const found = new Set<string>();
  const mutable = (part: Tree | undefined) =>
    calledIn(part, catalogue).filter(({ volatility }) => volatility !== 'i');
  const volatile = (part: Tree | undefined) =>
    calledIn(part, catalogue).filter(({ volatility }) => volatility === 'v');
  const report = (names: readonly { name: string }[], where: string) => {
    for (const { name } of names) found.add(`${name} ${where}`);
  };
  const all = queriesOf(tree);
  if (all.some((query) => tablesOf(query).some(isOwn))) {
    const views = all.flatMap(tablesOf).filter((id) => !isOwn(id));
    report(views.length > 0 ? [{ name: 'the catalogue' }] : [], 'is read beside a table');
    report(volatile(tree), 'is volatile, beside a table');
    const local = mutable(tree).filter(({ name }) => ofTheNode.test(name));
    report(local, 'answers for one node, beside a table');
  }
  const hasInsert = all.some((query) => valueOf(query, 'commandType') === INSERT);
  for (const query of all) {
    const command = valueOf(query, 'commandType');
    if (command === SELECT) continue;
    if (command === UPDATE || command === DELETE) report(volatile(query), 'is volatile');
    if (command === INSERT && Array.isArray(valueOf(query, 'cteList'))) {
      found.add('insert has a common table expression of its own');
    }
    if (hasInsert && namesPosition(query) && readsExpression(query)) {
      found.add('ctid is used beside a common table expression, with an insert');
    }
    const join = valueOf(query, 'jointree');
    const quals = isNode(join) ? valueOf(join, 'quals') : undefined;
    for (const part of command === UPDATE ? [valueOf(query, 'targetList'), quals] : [quals]) {
      report(stableWithColumns(part, catalogue), 'is stable and takes a column');
      report(mutableInCase(part, catalogue), 'is not immutable, in case or coalesce');
    }
    report(mutable(valueOf(query, 'returningList')), 'is not immutable, in returning');
    const onConflict = valueOf(query, 'onConflict');
    report(mutable(onConflict), 'is not immutable, in on conflict');
    if (takesNoTable(query) && hasType(onConflict, 'PARAM')) {
      found.add('on conflict has a parameter, and the rows come from no table');
    }
  }
  return [...found];
}

function queriesOf(tree: Tree): Node[] {
  const found: Node[] = [];
  walk(tree, (node) => {
    if (node.type === 'QUERY') found.push(node);
  });
  return found;
}

/** The numbers of the tables and views that a query reads or writes. */
function tablesOf(query: Node): number[] {
  const entries = valueOf(query, 'rtable');
  if (!Array.isArray(entries)) return [];
  const ids = (entries as Tree[]).map((entry) => (isNode(entry) ? valueOf(entry, 'relid') : ''));
  return ids.map(Number).filter((id) => id > 0);
}

/** Tables of the catalogue have lower numbers. */
function isOwn(id: number): boolean {
  return id >= 16_384;
}

function hasType(tree: Tree | undefined, type: string): boolean {
  let isThere = false;
  walk(tree, (node) => void (isThere ||= node.type === type));
  return isThere;
}

/** Whether an insert takes its rows from a query that reads no table. */
function takesNoTable(query: Node): boolean {
  const entries = valueOf(query, 'rtable');
  if (!Array.isArray(entries)) return false;
  const sources = (entries as Tree[]).flatMap((entry) =>
    isNode(entry) ? (valueOf(entry, 'subquery') ?? []) : [],
  );
  return sources.length > 0 && !queriesOf(sources).some((one) => tablesOf(one).some(isOwn));
}

/** Whether it names the position of a row (ctid). */
function namesPosition(query: Node): boolean {
  let isNamed = false;
  const isPosition = (node: Node) => node.type === 'VAR' && wordOf(node, 'varattno') === '-1';
  walk(query, (node) => void (isNamed ||= isPosition(node)));
  return isNamed;
}

/** Whether it reads a common table expression of the statement around it. */
function readsExpression(query: Node): boolean {
  let isRead = false;
  const isReference = (node: Node) => node.type !== 'COMMONTABLEEXPR' && node.fields.has('ctename');
  walk(query, (node) => void (isRead ||= isReference(node)));
  return isRead;
}

interface Called {
  readonly name: string;
  readonly volatility: 'i' | 's' | 'v';
}

function calledIn(tree: Tree | undefined, catalogue: Catalogue): Called[] {
  const found: Called[] = [];
  walk(tree, (node) => void found.push(...calledBy(node, catalogue)));
  return found;
}

const functionFields = ['funcid', 'opfuncid', 'aggfnoid', 'winfnoid'];

/** The functions that a node calls itself. */
function calledBy(node: Node, { functions, types }: Catalogue): Called[] {
  const ids: (string | undefined)[] = functionFields.map((field) => wordOf(node, field));
  if (node.type === 'COERCEVIAIO') {
    ids.push(
      types.get(wordOf(node, 'resulttype'))?.input,
      types.get(typeOf(valueOf(node, 'arg')))?.output,
    );
  }
  if (node.type === 'SQLVALUEFUNCTION') return [{ name: 'current time or user', volatility: 's' }];
  if (node.type === 'NEXTVALUEEXPR') return [{ name: 'nextval', volatility: 'v' }];
  return ids.flatMap((id) => functions.get(id ?? '') ?? []);
}

const typeFields =
  /^(vartype|paramtype|consttype|funcresulttype|opresulttype|aggtype|(coalesce|case|result)type)$/;

function typeOf(expression: Tree | undefined): string {
  if (!isNode(expression)) return '';
  const field = [...expression.fields.keys()].find((name) => typeFields.test(name));
  return field === undefined ? '' : wordOf(expression, field);
}

function stableWithColumns(part: Tree | undefined, catalogue: Catalogue): Called[] {
  const found: Called[] = [];
  walk(part, (node) => {
    const stable = calledBy(node, catalogue).filter(({ volatility }) => volatility === 's');
    if (stable.length === 0) return;
    let takesColumn = false;
    walk(node, (inner) => void (takesColumn ||= inner.type === 'VAR'));
    if (takesColumn) found.push(...stable);
  });
  return found;
}

const lazy = /^(CASEEXPR|CASE|COALESCE|COALESCEEXPR)$/;

function mutableInCase(part: Tree | undefined, catalogue: Catalogue): Called[] {
  const found: Called[] = [];
  walk(part, (node) => {
    if (!lazy.test(node.type)) return;
    found.push(...calledIn(node, catalogue).filter(({ volatility }) => volatility !== 'i'));
  });
  return found;
}
