// The errors of a database, distinguished by SQLSTATE, the same for both databases.

import { meaningOf } from './availability/sqlstate.ts';

export class UniqueViolation extends Error {
  readonly constraint: string;
  constructor(constraint: string) {
    super(`a row with the same key exists (${constraint})`);
    this.name = 'UniqueViolation';
    this.constraint = constraint;
  }
}

export class CheckViolation extends Error {
  readonly constraint: string;
  constructor(constraint: string) {
    super(`a rule of the database refused the row (${constraint})`);
    this.name = 'CheckViolation';
    this.constraint = constraint;
  }
}

/**
 * The server asks for a repeat: deadlock, serialization failure, lock or statement timeout. The
 * statement had no effect.
 */
export class RetryableFailure extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'RetryableFailure';
  }
}

/**
 * The connection broke, could not be made, or leads to a server that cannot do the work now (see
 * availability/sqlstate.ts). Unless the connection could not be made, it is unknown whether the
 * statement took effect.
 */
export class ConnectionLost extends Error {
  /** False: there was no connection, so nothing was sent and nothing has to be resolved. */
  readonly mayHaveArrived: boolean;
  constructor(cause: Error, mayHaveArrived = true) {
    super('the database cannot be reached', { cause });
    this.name = 'ConnectionLost';
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** The database cannot do this now; the same request may be sent again later. */
export function isUnavailable(error: unknown): error is ConnectionLost | RetryableFailure {
  return error instanceof ConnectionLost || error instanceof RetryableFailure;
}

const socketCodes = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|ENOENT|EAI_)/;
const brokenConnection = new RegExp(
  'Connection terminated|connection error|not queryable|timeout exceeded|read timeout|' +
    'received invalid response',
  'i',
);
/** A node of Citus was lost during a commit; the error has the code of an internal one. */
const brokenCommit = /^could not commit transaction for shard/;

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
}

function isSqlstate(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code);
}

/** Whether the connection must not be used again after this error. */
export function mustDiscardConnection(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  const code = codeOf(error);
  return isSqlstate(code) && meaningOf(code) === 'spoiled';
}

/** The number of a shard, which Citus adds to names on its nodes; shard numbers begin at 102008. */
const shardSuffix = /_[0-9]{6,}$/;
const lastQuoted = /"([^"]+)"[^"]*$/;

/** The name in our schema. Errors from a node of Citus name it only in their message. */
function constraintName(named: unknown, message: string): string {
  const name = typeof named === 'string' ? named : (lastQuoted.exec(message)?.[1] ?? '');
  return name.replace(shardSuffix, '');
}

export function translateError(error: unknown): Error {
  if (error instanceof ConnectionLost) return error;
  const raw = error as { constraint?: unknown; message?: unknown } | null | undefined;
  const failure = error instanceof Error ? error : new Error(String(raw?.message ?? error));
  const code = codeOf(error);
  const constraint = constraintName(raw?.constraint, failure.message);
  const meaning = isSqlstate(code) ? meaningOf(code) : undefined;
  if (meaning === 'unique') return new UniqueViolation(constraint);
  if (meaning === 'check') return new CheckViolation(constraint);
  if (meaning === 'repeat') return new RetryableFailure(failure);
  const isBroken =
    (code === '' && brokenConnection.test(failure.message)) ||
    (code === 'XX000' && brokenCommit.test(failure.message));
  if (meaning === 'away' || socketCodes.test(code) || isBroken) return new ConnectionLost(failure);
  return failure;
}
