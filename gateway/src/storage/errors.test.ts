// What each answer of a driver means, as a table of SQLSTATE or socket code, message and meaning.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CheckViolation, translateError, UniqueViolation } from './errors.ts';

const table = `
  23505        | duplicate key value                                   | UniqueViolation
  23514        | violates check constraint                             | CheckViolation
  40001        | could not serialize access                            | RetryableFailure
  40P01        | deadlock detected                                     | RetryableFailure
  55P03        | canceling statement due to lock timeout               | RetryableFailure
  57014        | canceling statement due to statement timeout          | RetryableFailure
  57P01        | terminating connection due to administrator command   | ConnectionLost
  57P02        | terminating connection because of crash               | ConnectionLost
  57P03        | the database system is starting up                    | ConnectionLost
  08006        | connection failure                                    | ConnectionLost
  08P01        | protocol violation                                    | ConnectionLost
  53300        | sorry, too many clients already                       | ConnectionLost
  53100        | could not extend file: No space left on device        | ConnectionLost
  ECONNREFUSED | connect ECONNREFUSED 127.0.0.1:5432                   | ConnectionLost
  ECONNRESET   | read ECONNRESET                                       | ConnectionLost
  EPIPE        | write EPIPE                                           | ConnectionLost
  ETIMEDOUT    | connect ETIMEDOUT                                     | ConnectionLost
  ENOTFOUND    | getaddrinfo ENOTFOUND db                              | ConnectionLost
  -            | Connection terminated unexpectedly                    | ConnectionLost
  -            | Connection terminated due to connection timeout       | ConnectionLost
  -            | timeout exceeded when trying to connect               | ConnectionLost
  -            | Query read timeout                                    | ConnectionLost
  -            | received invalid response: 3f                         | ConnectionLost
  -            | Client has encountered a connection error and is not queryable | ConnectionLost
  42P01        | relation "nowhere" does not exist                     | Error
  22P02        | invalid input syntax for type integer                 | Error
  23502        | null value violates not-null constraint               | Error
  22003        | bigint out of range                                   | Error
  -            | anything else                                         | Error
`;

for (const line of table.trim().split('\n')) {
  const [code = '', message = '', meaning = ''] = line.split('|').map((cell) => cell.trim());
  test(`${code} "${message}" means ${meaning}`, () => {
    const raw = Object.assign(new Error(message), code === '-' ? {} : { code });
    assert.equal(translateError(raw).name, meaning);
  });
}

test('a violation carries the name of its constraint, other errors stay what they are', () => {
  const raw = (code: string) => Object.assign(new Error('no'), { code, constraint: 'one_each' });
  assert.deepEqual(translateError(raw('23505')), new UniqueViolation('one_each'));
  assert.deepEqual(translateError(raw('23514')), new CheckViolation('one_each'));
  const other = raw('22P02');
  assert.equal(translateError(other), other);
});

test('what is thrown but is no error becomes one', () => {
  for (const thrown of ['text', undefined, null, { message: 'from elsewhere' }]) {
    assert.ok(translateError(thrown) instanceof Error);
  }
  assert.equal(translateError({ message: 'from elsewhere' }).message, 'from elsewhere');
});
