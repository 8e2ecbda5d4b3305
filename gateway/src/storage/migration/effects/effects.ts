// What a statement of a migration does to tables that are in use: the lock it takes there, the work
// it does under this lock, and why a new migration must not contain it, as a list of forms.

import { alterActions } from './alter-actions.ts';
import { always, type Form } from './form.ts';

export interface Effect extends Omit<Form, 'form' | 'refuse'> {
  /** Null: none that is known. */
  readonly table: string | null;
  readonly refusal?: string | undefined;
  /** The name of the index or constraint that the statement is about. */
  readonly subject?: string | undefined;
}

const NAME = String.raw`(?<subject>[\w."]+)`;
const TABLE = String.raw`(?:only )?(?<table>[\w."]+)`;
const form = (text: string): RegExp => new RegExp(`^${text}`);

const forms: readonly Form[] = [
  { form: form('create (schema|sequence|type|domain)\\b'), lock: null, work: 'none' },
  { form: form('create (or replace )?function\\b'), lock: null, work: 'none' },
  {
    form: form(`create (unique )?index concurrently if not exists ${NAME} on ${TABLE}`),
    lock: 'SHARE UPDATE EXCLUSIVE',
    work: 'index',
  },
  {
    form: form(`create (unique )?index (concurrently )?(if not exists )?${NAME} on ${TABLE}`),
    lock: 'SHARE',
    work: 'index',
    refuse: always('use `create index concurrently if not exists` in a `-- concurrent` file'),
  },
  {
    form: form(`drop index concurrently if exists ${NAME}`),
    lock: 'SHARE UPDATE EXCLUSIVE',
    work: 'none',
    needs: 'contract',
  },
  {
    form: form('drop index\\b'),
    lock: 'ACCESS EXCLUSIVE',
    work: 'none',
    refuse: always('use `drop index concurrently if exists` in a `-- concurrent` file'),
  },
  {
    form: form(`create (or replace )?(constraint )?trigger \\S+ .*? on ${TABLE}`),
    lock: 'SHARE ROW EXCLUSIVE',
    work: 'none',
  },
  {
    form: form(`drop trigger (if exists )?${NAME} on ${TABLE}`),
    lock: 'ACCESS EXCLUSIVE',
    work: 'none',
    needs: 'contract',
  },
  { form: form('drop function\\b'), lock: null, work: 'none', needs: 'contract' },
  {
    form: form(`drop table (if exists )?${TABLE}`),
    lock: 'ACCESS EXCLUSIVE',
    work: 'none',
    needs: 'contract',
  },
  {
    form: form(`insert into ${TABLE}`),
    lock: 'ROW EXCLUSIVE',
    work: 'none',
    refuse: (rest) =>
      /\bselect\b/.test(rest) ? 'rows made from other rows belong into a backfill' : undefined,
  },
  {
    form: form(`(update|delete from) ${TABLE}`),
    lock: 'ROW EXCLUSIVE',
    work: 'rows',
    refuse: always('changing rows belongs into a backfill'),
  },
  {
    form: form(`truncate (table )?${TABLE}`),
    lock: 'ACCESS EXCLUSIVE',
    work: 'none',
    refuse: always('it empties a table that the previous version uses'),
  },
  {
    form: form(`lock (table )?${TABLE}`),
    lock: 'ACCESS EXCLUSIVE',
    work: 'none',
    refuse: always('no migration needs a lock on a whole table'),
  },
];

const createTable = /^create table (if not exists )?(?<table>[\w."]+) ?\(/;
const unknown = always('this kind of statement is not known to be safe; see storage/migration');

/** Without comments, strings and line breaks, in lower case. */
function plain(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|--.*$/gm, (found) =>
      found.startsWith('--') ? '' : "''",
    )
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

export function tableCreatedBy(text: string): string | undefined {
  return createTable.exec(plain(text))?.groups?.['table'];
}

export function effectsOf(text: string): Effect[] {
  const said = plain(text);
  if (createTable.test(said)) return referencesIn(said);
  const altered = form(`alter table (if exists )?${TABLE} `).exec(said);
  if (!altered) return [effectOf(said, forms)];
  const actions = splitActions(said.slice(altered[0].length));
  const table = altered.groups?.['table'] ?? null;
  return actions.flatMap((action) => [
    { ...effectOf(action, alterActions), table },
    ...referencesIn(action),
  ]);
}

/** A foreign key also locks the table that it names. */
function referencesIn(said: string): Effect[] {
  const named = [...said.matchAll(/\breferences ([\w."]+)/g)].map(([, table = '']) => table);
  return named.map((table) => ({ table, lock: 'SHARE ROW EXCLUSIVE', work: 'none' }));
}

function effectOf(said: string, known: readonly Form[]): Effect {
  for (const { form: pattern, lock, work, needs, refuse } of known) {
    const found = pattern.exec(said);
    if (!found) continue;
    const { table = null, subject } = found.groups ?? {};
    const refusal = refuse?.(said.slice(found[0].length).trim());
    return { table, subject, lock, work, needs, refusal };
  }
  return { table: null, lock: 'ACCESS EXCLUSIVE', work: 'none', refusal: unknown() };
}

/** The actions of one `alter table`, which are separated by commas outside parentheses. */
function splitActions(said: string): string[] {
  const actions = [''];
  let depth = 0;
  for (const letter of said) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += letter;
  }
  return actions.map((action) => action.trim());
}
