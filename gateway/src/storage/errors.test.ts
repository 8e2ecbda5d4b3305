// Tests of what each driver error means, as a table of SQLSTATE or socket code, message and
// meaning.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sqlstates } from './availability/sqlstate.ts';
import {
  CheckViolation,
  mustDiscardConnection,
  translateError,
  UniqueViolation,
} from './errors.ts';

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
  25006        | cannot execute INSERT in a read-only transaction      | ConnectionLost
  25P03        | terminating connection due to idle-in-transaction     | ConnectionLost
  25P04        | terminating connection due to transaction timeout     | ConnectionLost
  26000        | prepared statement "x" does not exist                 | ConnectionLost
  28000        | no pg_hba.conf entry for host                         | ConnectionLost
  28P01        | password authentication failed                        | ConnectionLost
  3D000        | database "bramka" does not exist                      | ConnectionLost
  40003        | statement completion unknown                          | ConnectionLost
  42P05        | prepared statement "x" already exists                 | ConnectionLost
  57P05        | terminating connection due to idle-session timeout    | ConnectionLost
  58030        | could not write to file: Input/output error           | ConnectionLost
  58P01        | could not open file: No such file or directory        | ConnectionLost
  EAI_AGAIN    | getaddrinfo EAI_AGAIN db                              | ConnectionLost
  25P02        | current transaction is aborted                        | Error
  25001        | cannot run inside a transaction block                 | Error
  XX000        | could not commit transaction for shard 102008 on …    | ConnectionLost
  XX000        | cache lookup failed for type 1                        | Error
  XX001        | invalid page in block 0                               | Error
  23503        | violates foreign key constraint                       | Error
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

test('a violation carries the name of its constraint; other errors stay unchanged', () => {
  const raw = (code: string) => Object.assign(new Error('no'), { code, constraint: 'one_each' });
  assert.deepEqual(translateError(raw('23505')), new UniqueViolation('one_each'));
  assert.deepEqual(translateError(raw('23514')), new CheckViolation('one_each'));
  const other = raw('22P02');
  assert.equal(translateError(other), other);
});

const ofCitus: [message: string, named: string | undefined, constraint: string][] = [
  ['… violates unique constraint "payments_pkey_102008"', undefined, 'payments_pkey'],
  ['new row for relation "a_102010" violates check constraint "a_sign"', undefined, 'a_sign'],
  ['no', 'payments_one_per_order_1020080', 'payments_one_per_order'],
  ['"payments_pkey_102008"', 'one_each', 'one_each'],
  ['no', 'check_1_of_2', 'check_1_of_2'],
  ['no', undefined, ''],
];
for (const [message, named, constraint] of ofCitus) {
  test(`"${message}" of ${named ?? 'no name'} is about the constraint "${constraint}"`, () => {
    for (const [code, kind] of [
      ['23505', UniqueViolation],
      ['23514', CheckViolation],
    ] as const) {
      const raw = Object.assign(new Error(message), { code, constraint: named });
      assert.deepEqual(translateError(raw), new kind(constraint));
    }
  });
}

test('a thrown value that is not an Error becomes one', () => {
  for (const thrown of ['text', undefined, null, { message: 'from elsewhere' }]) {
    assert.ok(translateError(thrown) instanceof Error);
  }
  assert.equal(translateError({ message: 'from elsewhere' }).message, 'from elsewhere');
});

const afterwards: [code: string, isDiscarded: boolean][] = [
  ['25006', true],
  ['57P01', true],
  ['25P02', true],
  ['25001', true],
  ['XX000', true],
  ['23505', false],
  ['23514', false],
  ['40001', false],
  ['57014', false],
  ['42P01', false],
];
for (const [code, isDiscarded] of afterwards) {
  test(`after ${code} the connection is ${isDiscarded ? 'discarded' : 'kept'}`, () => {
    const raw = Object.assign(new Error('no'), { code });
    assert.equal(mustDiscardConnection(translateError(raw)), isDiscarded);
  });
}

test('each SQLSTATE is listed once, with a reason that is a sentence', () => {
  const codes = sqlstates.map(({ code }) => code);
  assert.deepEqual([...new Set(codes)], codes);
  for (const { code, reason } of sqlstates) {
    assert.match(code, /^[0-9A-Z]{2,5}$/);
    assert.match(reason, /^[A-Z].{15,}\.$/, code);
  }
});

test('a ConnectionLost error is returned unchanged', () => {
  const lost = translateError(Object.assign(new Error('no'), { code: '25006' }));
  assert.equal(translateError(lost), lost);
});
