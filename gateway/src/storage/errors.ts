// What a database can answer instead of rows, told apart by SQLSTATE so that both drivers look
// alike.

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
 * The server asks for a repeat: deadlock, serialization failure, time-out of a lock or
 * of the statement. Nothing was done.
 */
export class RetryableFailure extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'RetryableFailure';
  }
}

/** The connection broke or could not be made; whether the statement took effect is not known. */
export class ConnectionLost extends Error {
  constructor(cause: Error) {
    super('the database cannot be reached', { cause });
    this.name = 'ConnectionLost';
  }
}

const retryable = new Set(['40001', '40P01', '55P03', '57014']);
const socketCodes = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|ENOENT)/;
const brokenConnection = new RegExp(
  'Connection terminated|connection error|not queryable|timeout exceeded|read timeout|' +
    'received invalid response',
  'i',
);

/**
 * Classes 08 (connection), 57P0x (shut down, crash) and 53 (no resources) mean the server is
 * away.
 */
function meansAway(code: string, message: string): boolean {
  if (/^(08|57P0|53)/.test(code) || socketCodes.test(code)) return true;
  return code === '' && brokenConnection.test(message);
}

export function translateError(error: unknown): Error {
  const raw = error as { code?: unknown; constraint?: unknown; message?: unknown };
  const failure = error instanceof Error ? error : new Error(String(raw?.message ?? error));
  const code = typeof raw?.code === 'string' ? raw.code : '';
  const constraint = typeof raw?.constraint === 'string' ? raw.constraint : '';
  if (code === '23505') return new UniqueViolation(constraint);
  if (code === '23514') return new CheckViolation(constraint);
  if (retryable.has(code)) return new RetryableFailure(failure);
  if (meansAway(code, failure.message)) return new ConnectionLost(failure);
  return failure;
}
