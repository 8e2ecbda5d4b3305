// The Database port: named statements in one SQL dialect (PostgreSQL), run on a server or on the
// embedded engine. `run` executes one statement, `transaction` several, `session` several on one
// connection; there is no other access to a database.

export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface Queryable {
  run<Row = Record<string, unknown>>(
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<Row[]>;
}

export interface Database extends Queryable {
  readonly kind: 'postgres' | 'embedded';
  /** Commits when the work resolves, rolls back when it throws. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Statements on one connection, each by itself; its settings and locks end with the work. */
  session<T>(work: (session: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const statements = new Map<string, Statement>();

/** One named statement per purpose. A test prepares each of them against the real schema. */
export function statement(name: string, text: string): Statement {
  if (statements.has(name)) throw new Error(`two statements are named ${name}`);
  const created = { name, text };
  statements.set(name, created);
  return created;
}

export function knownStatements(): readonly Statement[] {
  return [...statements.values()];
}
