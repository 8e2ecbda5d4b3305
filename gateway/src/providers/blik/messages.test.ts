// Tests of reading the operator's answers: only exact ones count.
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { asOutcome } from '../outcome.ts';
import { readBlikAnswer } from './messages.ts';
import { blikRejectReasons } from './reasons.ts';

const attemptId = '01a1ddaa-94be-73d2-943c-8b7759934376';
const asked = { attemptId, amountMinor: 1999n, currency: 'PLN' };
const paid = { amountMinor: '1999', currency: 'PLN' };
const read = (body: unknown) => readBlikAnswer({ status: 200, body }, asked);
const garbage = { kind: 'unknown', why: 'garbage' };

test('reads every kind of answer', () => {
  const approved = { result: 'APPROVED', attemptId, reference: 'R1', ...paid };
  deepEqual(read(approved), {
    kind: 'approved',
    reference: 'R1',
    authCode: null,
    networkTransactionId: null,
  });
  deepEqual(read({ result: 'PENDING', attemptId, reference: 'R1', confirm: true }), {
    kind: 'pending',
    reference: 'R1',
    customer: { kind: 'confirm' },
  });
  deepEqual(read({ result: 'PENDING', attemptId }), {
    kind: 'pending',
    reference: null,
    customer: null,
  });
  deepEqual(read({ result: 'NOT_FOUND', attemptId }), { kind: 'not-found' });
  const apps = [
    { key: '1', label: 'Bank Zielony – moje konto' },
    { key: '2', label: 'Bank Niebieski' },
  ];
  deepEqual(read({ result: 'AMBIGUOUS', attemptId, apps }), {
    kind: 'declined',
    rejectCode: 'BLIK_ALIAS_NONUNIQUE',
    reference: null,
    apps,
  });
});

for (const [rejectCode, { info }] of Object.entries(blikRejectReasons)) {
  test(`${rejectCode} is the reason of a decline, with a sentence for the merchant`, () => {
    const reason = rejectCode.replace('BLIK_', '');
    const declined = { kind: 'declined', rejectCode, reference: null };
    deepEqual(read({ result: 'DECLINED', attemptId, reason }), declined);
    ok(info.endsWith('.'));
  });
}

const unreadable: [what: string, body: unknown][] = [
  ['a decline without reason', { result: 'DECLINED', attemptId }],
  ['a decline with a strange reason', { result: 'DECLINED', attemptId, reason: 'bad pin' }],
  ['no apps', { result: 'AMBIGUOUS', attemptId }],
  ['an empty list of apps', { result: 'AMBIGUOUS', attemptId, apps: [] }],
  [
    'apps with the same key',
    {
      result: 'AMBIGUOUS',
      attemptId,
      apps: [
        { key: '1', label: 'A' },
        { key: '1', label: 'B' },
      ],
    },
  ],
  [
    'an app with a control character',
    { result: 'AMBIGUOUS', attemptId, apps: [{ key: '1', label: 'A\n' }] },
  ],
  ['an app without label', { result: 'AMBIGUOUS', attemptId, apps: [{ key: '1' }] }],
  ['21 apps', { result: 'AMBIGUOUS', attemptId, apps: Array(21).fill({ key: '1', label: 'A' }) }],
  ['confirm that is no boolean', { result: 'PENDING', attemptId, confirm: 'yes' }],
];
for (const [what, body] of unreadable) {
  test(`${what} is unknown`, () => deepEqual(read(body), garbage));
}

test('NOT_FOUND answers only an inquiry', () => {
  deepEqual(asOutcome({ kind: 'not-found' }), garbage);
});
