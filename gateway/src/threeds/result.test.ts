// Tests of the result of every transStatus and every way a challenge can be cancelled, and of the
// indicator sent to the acquirer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizations, type Organization } from '../cards/card-number.ts';
import { transStatuses, type TransStatus } from './messages/message.ts';
import { eciOf, resultRows, verdictOf, type AuthenticationVerdict } from './result.ts';

// Status, challengeCancel, verdict.
const verdicts = `
  Y | -  | authorize with shift
  Y | 01 | authorize with shift
  A | -  | authorize with shift
  I | -  | authorize without shift
  C | -  | challenge
  D | -  | wait
  N | -  | SCA_FAILED
  N | 01 | CANCELLED_BY_CUSTOMER
  N | 02 | SCA_FAILED
  N | 03 | SCA_TIMEOUT
  N | 04 | SCA_TIMEOUT
  N | 05 | SCA_TIMEOUT
  N | 06 | SCA_FAILED
  N | 07 | SCA_FAILED
  N | 08 | SCA_TIMEOUT
  N | xx | SCA_FAILED
  R | -  | SCA_REJECTED
  R | 01 | SCA_REJECTED
  U | -  | unavailable
  U | 01 | CANCELLED_BY_CUSTOMER
  U | 04 | SCA_TIMEOUT
  U | 06 | unavailable
`;

function told(verdict: AuthenticationVerdict): string {
  if (verdict.kind === 'reject') return verdict.rejectCode;
  if (verdict.kind !== 'authorize') return verdict.kind;
  return `authorize ${verdict.liabilityShift ? 'with' : 'without'} shift`;
}

for (const line of verdicts.trim().split('\n')) {
  const [status = '', cancel, expected] = line.split('|').map((cell) => cell.trim());
  test(`${status} with challengeCancel ${cancel} leads to ${expected}`, () => {
    const verdict = verdictOf(status as TransStatus, cancel === '-' ? undefined : cancel);
    assert.equal(told(verdict), expected);
  });
}

test('every status has one row', () => {
  assert.deepEqual(resultRows.map((row) => row.transStatus).sort(), [...transStatuses].sort());
});

// Status; the scheme's own indicator and the others accepted, then the same for Mastercard.
const indicators = `
  Y | 05 | 06 07    | 02 | 00 01 04 06 07
  A | 06 | 07       | 01 | 00 04 06 07
  I | 07 |          | 00 | 04 06 07
  N | 07 |          | 00 | 04 06 07
  R | 07 |          | 00 | 04 06 07
  U | 07 |          | 00 | 04 06 07
  C | 07 |          | 00 | 04 06 07
  D | 07 |          | 00 | 04 06 07
`;

for (const line of indicators.trim().split('\n')) {
  const [status = '', ...cells] = line.split('|').map((cell) => cell.trim());
  test(`${status} is ${cells[0]}, at Mastercard ${cells[2]}, and never claims more`, () => {
    for (const organization of organizations) {
      const isMastercard = ['MASTERCARD', 'MAESTRO'].includes(organization);
      const [own = '', also = ''] = isMastercard ? cells.slice(2) : cells;
      const tried = ['00', '01', '02', '04', '05', '06', '07', '99', '', 'no', '__proto__'];
      for (const reported of [undefined, ...tried]) {
        const expected =
          reported !== undefined && also.split(' ').includes(reported) ? reported : own;
        const eci = eciOf(organization, status as TransStatus, reported);
        assert.equal(eci, expected || own, `${organization} ${String(reported)}`);
      }
    }
  });
}

test('an indicator of another scheme is not accepted', () => {
  const cases: [Organization, string][] = [
    ['VISA', '02'],
    ['MASTERCARD', '05'],
  ];
  for (const [organization, given] of cases) {
    assert.notEqual(eciOf(organization, 'Y', given), given);
    assert.notEqual(eciOf(organization, 'U', given), given);
  }
});
