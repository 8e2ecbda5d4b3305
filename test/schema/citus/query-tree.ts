// The parse tree of a statement as the server stores it: the statement becomes the body of a
// function, and its tree is read from the catalogue.
import type { Database } from '@bramka/gateway/storage/database.ts';
import { runSql } from '../../support/engines.ts';

export type Tree = string | Node | readonly Tree[];
export interface Node {
  readonly type: string;
  readonly fields: ReadonlyMap<string, readonly Tree[]>;
}

export function isNode(tree: Tree | undefined): tree is Node {
  return typeof tree === 'object' && 'type' in tree;
}

/** The tree of one statement; `database` has one connection. */
export async function readTree(database: Database, text: string): Promise<Tree> {
  await runSql(database, `prepare citus_case as ${text}`);
  const [prepared] = await runSql<{ types: string }>(
    database,
    `select array_to_string(parameter_types, ', ') as types
     from pg_prepared_statements where name = 'citus_case'`,
  );
  await runSql(database, 'deallocate citus_case');
  await runSql(
    database,
    `create function citus_case(${prepared?.types ?? ''}) returns void begin atomic ${text}; end`,
  );
  const [row] = await runSql<{ body: string }>(
    database,
    `select prosqlbody::text as body from pg_proc where proname = 'citus_case'`,
  );
  await runSql(database, 'drop function citus_case');
  return parseTree(row?.body ?? '');
}

const tokens = /[(){}]|"(?:\\.|[^"\\])*"|(?:\\.|[^\s(){}\\])+/gs;

/** `{TYPE :field value … }` is a node, `( … )` a list, everything else a word. */
export function parseTree(text: string): Tree {
  const words = text.match(tokens) ?? [];
  let at = 0;
  const readList = (): Tree[] => {
    const list: Tree[] = [];
    while (words[at] !== ')') list.push(readOne());
    at += 1;
    return list;
  };
  const readNode = (): Node => {
    const type = words[at++] ?? '';
    const fields = new Map<string, Tree[]>();
    let values: Tree[] = [];
    while (words[at] !== '}') {
      const word = words[at] ?? '';
      if (word.startsWith(':')) {
        at += 1;
        fields.set(word.slice(1), (values = []));
      } else values.push(readOne());
    }
    at += 1;
    return { type, fields };
  };
  const readOne = (): Tree => {
    const word = words[at++];
    if (word === undefined) throw new Error('the tree ends too early');
    if (word === '(') return readList();
    return word === '{' ? readNode() : word;
  };
  return readOne();
}

/** Calls `visit` for every node; its children are left out when it returns false. */
export function walk(tree: Tree | undefined, visit: (node: Node) => boolean | void): void {
  if (tree === undefined || typeof tree === 'string') return;
  if (!isNode(tree)) {
    for (const one of tree) walk(one, visit);
  } else if (visit(tree) !== false) {
    for (const values of tree.fields.values()) walk(values, visit);
  }
}

/** The single value of a field: a word, a node or a list. */
export function valueOf(node: Node, field: string): Tree | undefined {
  return node.fields.get(field)?.[0];
}

export function wordOf(node: Node, field: string): string {
  const value = valueOf(node, field);
  return typeof value === 'string' ? value : '';
}
