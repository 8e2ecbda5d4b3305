// The meaning of each SQLSTATE of PostgreSQL, as data: whether the statement may be repeated and
// whether the connection is discarded. An unlisted code is a defect, and its connection is kept.

type SqlstateMeaning =
  /** A unique constraint refused a row. */
  | 'unique'
  /** A check constraint refused a row. */
  | 'check'
  /** Nothing was done; the same statement may be sent again on the same connection. */
  | 'repeat'
  /** This server cannot run it now: the connection is discarded and the request gets a 503. */
  | 'away'
  /** A defect, and the session is in an unexpected state: the connection is discarded. */
  | 'spoiled';

interface SqlstateRow {
  /** A whole code or a prefix; the longest match counts. */
  readonly code: string;
  readonly meaning: SqlstateMeaning;
  readonly reason: string;
}

const row = (code: string, meaning: SqlstateMeaning, reason: string): SqlstateRow => ({
  code,
  meaning,
  reason,
});

export const sqlstates: readonly SqlstateRow[] = [
  row('23505', 'unique', 'A row with the same key exists.'),
  row('23514', 'check', 'A rule of the schema refused the row.'),
  row('40001', 'repeat', 'Serialization failure, or a query that recovery on a standby cancelled.'),
  row('40P01', 'repeat', 'Deadlock; the server rolled our side back.'),
  row('55P03', 'repeat', 'A lock was not available within lock_timeout.'),
  row('57014', 'repeat', 'The statement reached statement_timeout or was cancelled.'),
  row('08', 'away', 'The connection failed, or a proxy or pooler could not pass it on.'),
  row('25006', 'away', 'Read-only: the server is a standby now, or an operator made it read-only.'),
  row('25P03', 'away', 'The server closed a session that was idle in a transaction.'),
  row('25P04', 'away', 'The server closed a session whose transaction took too long.'),
  row('25', 'spoiled', 'The transaction of the session is not in the state we believe.'),
  row('26000', 'away', 'Prepared statements are gone: a pooler gave us another session.'),
  row('42P05', 'away', 'A statement of that name exists: a pooler gave us another session.'),
  row(
    '28',
    'away',
    'The server does not let us in, for example with other rules after a failover.',
  ),
  row('3D000', 'away', 'The database does not exist on this server.'),
  row('40003', 'away', 'The server does not know whether the statement was completed.'),
  row('53', 'away', 'The server lacks resources: disk, memory, or connections.'),
  row('57P', 'away', 'The server shuts down, has crashed, starts up, or closed the session.'),
  row('58', 'away', 'The disk or the operating system of the server failed.'),
  row('XX', 'spoiled', 'The server found itself or its data damaged; this must be seen.'),
];

export function meaningOf(code: string): SqlstateMeaning | undefined {
  let longest: SqlstateRow | undefined;
  for (const one of sqlstates) {
    if (code.startsWith(one.code) && one.code.length > (longest?.code.length ?? 0)) longest = one;
  }
  return longest?.meaning;
}
