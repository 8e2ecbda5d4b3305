// Tests of cards given by number: every wrong field is named, and a well-formed but unusable card
// is an early refusal, not an error.
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { test } from 'node:test';
import { emptyBinTable } from '../../cards/bin-table.ts';
import { createCardKnowledge } from '../../cards/card-knowledge.ts';
import { Refusal } from '../../core/refusals.ts';
import { open } from '../../core/secret.ts';
import type { Instrument } from '../instrument.ts';
import { readCard } from './card-instrument.ts';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const context = {
  at: NOW,
  customerPresent: true,
  cards: createCardKnowledge(() => emptyBinTable),
  mustBeComplete: true,
  isNumberHeld: false,
};
const good: Instrument = {
  type: 'CARD',
  instrumentNo: '4111111111111111',
  expDate: '203012',
  cvv: '123',
  holder: 'Anna Nowak',
};

const prepare = (other: Partial<Instrument> = {}, at = NOW) =>
  readCard({ ...good, ...other }, { ...context, at });

function without(field: keyof Instrument): Instrument {
  const rest: Record<string, unknown> = { ...good };
  delete rest[field];
  return rest as Instrument;
}

function assertInvalid(instrument: Instrument, field: string, message: RegExp): void {
  assert.throws(
    () => readCard(instrument, context),
    (error: unknown) => {
      assert.ok(error instanceof Refusal);
      assert.equal(error.code, 'INVALID_REQUEST');
      assert.equal(error.details.length, 1);
      assert.equal(error.details[0]?.field, field);
      assert.match(error.details[0]?.message ?? '', message);
      return true;
    },
  );
}

test('prepares a card with secret fields, mask and organization', () => {
  const prepared = prepare();
  assert.ok(prepared.kind === 'card');
  assert.equal(prepared.shown.cardMask, '411111******1111');
  assert.equal(prepared.shown.organization, 'VISA');
  const { number, expiry, cvv, holder } = prepared.card;
  assert.deepEqual(
    [open(number), open(expiry), cvv && open(cvv), holder && open(holder)],
    ['4111111111111111', '203012', '123', 'Anna Nowak'],
  );
  const shown = inspect(prepared, { depth: 9 }) + JSON.stringify(prepared);
  assert.ok(!/4111111111111111|\b123\b|Nowak|203012/.test(shown), shown);
});

test('accepts numbers written in groups', () => {
  for (const instrumentNo of ['4111 1111 1111 1111', '4111-1111-1111-1111']) {
    const prepared = prepare({ instrumentNo });
    assert.ok(prepared.kind === 'card' && open(prepared.card.number) === '4111111111111111');
  }
});

test('asks a present customer for the cvv, and continues without it for an absent one', () => {
  const bare: Instrument = { type: 'CARD', instrumentNo: '378282246310005', expDate: '203012' };
  for (const customerPresent of [true, false]) {
    const prepared = readCard(bare, { ...context, customerPresent });
    assert.ok(prepared.kind === 'card' && prepared.card.cvv === null);
    assert.equal(prepared.card.holder, null);
    assert.equal(prepared.needsCode, customerPresent);
  }
  const whole = prepare();
  assert.ok(whole.kind === 'card' && !whole.needsCode);
});

test('names a missing field', () => {
  assertInvalid(without('instrumentNo'), 'instrument.instrumentNo', /is required/);
  assertInvalid(without('expDate'), 'instrument.expDate', /is required/);
});

test('names an invalid number', () => {
  for (const instrumentNo of [
    '',
    ' ',
    '4111111111111112',
    '41111111111',
    '41111111111111111111',
    '4111111111111a11',
    '４１１１１１１１１１１１１１１１',
    '4111.1111.1111.1111',
    '-',
  ]) {
    assertInvalid({ ...good, instrumentNo }, 'instrument.instrumentNo', /is not a card number/);
  }
});

test('names an expiry date with a wrong format', () => {
  for (const expDate of ['', '2030', '203013', '203000', '122030', '12/30', '2030-1', '999912']) {
    assertInvalid({ ...good, expDate }, 'instrument.expDate', /YYYYMM/);
  }
});

test('names a cvv with a wrong format', () => {
  for (const cvv of ['', '1', '12', '12345', 'abc', '12 3', '１２３']) {
    assertInvalid({ ...good, cvv }, 'instrument.cvv', /^must be 3 digits for a VISA card$/);
  }
});

const codes: readonly [organization: string, instrumentNo: string, length: number][] = [
  ['VISA', '4111111111111111', 3],
  ['MASTERCARD', '5555555555554444', 3],
  ['AMEX', '378282246310005', 4],
  ['DISCOVER', '6011111111111117', 3],
  ['JCB', '3530111333300000', 3],
  ['DINERS', '30569309025904', 3],
  ['UNIONPAY', '6200000000000005', 3],
  ['MAESTRO', '6759649826438453', 3],
];

for (const [organization, instrumentNo, length] of codes) {
  test(`the security code of ${organization} has ${length} digits`, () => {
    const right = prepare({ instrumentNo, cvv: '1234'.slice(0, length) });
    assert.equal(right.kind, 'card');
    assert.equal(right.shown.organization, organization);
    const wrong = { ...good, instrumentNo, cvv: '1234'.slice(0, 7 - length) };
    assertInvalid(wrong, 'instrument.cvv', new RegExp(`^must be ${length} digits for an? `));
  });
}

const part = (fields: Partial<Instrument>) =>
  readCard({ type: 'CARD', ...fields }, { ...context, mustBeComplete: false });

test('keeps the given part of a card, and names the missing fields', () => {
  const both = ['instrument.instrumentNo', 'instrument.expDate'];
  const rows: [Partial<Instrument>, readonly string[], string | null][] = [
    [{}, both, null],
    [{ cvv: '123' }, both, null],
    [{ cvv: '1234' }, both, null],
    [{ holder: 'Anna Nowak' }, both, null],
    [{ expDate: '203012' }, ['instrument.instrumentNo'], null],
    [{ instrumentNo: '378282246310005', cvv: '1234' }, ['instrument.expDate'], 'AMEX'],
  ];
  for (const [fields, missing, organization] of rows) {
    const prepared = part(fields);
    assert.ok(prepared.kind === 'part', JSON.stringify(fields));
    assert.deepEqual(prepared.missingFields, missing);
    assert.equal(prepared.shown.organization, organization);
    const { number, expiry, cvv, holder } = prepared.part;
    const kept = { instrumentNo: number, expDate: expiry, cvv, holder };
    for (const [name, value] of Object.entries(kept)) {
      assert.equal(value && open(value), fields[name as keyof Instrument] ?? null, name);
    }
    assert.ok(!/378282246310005|1234|Nowak/.test(inspect(prepared, { depth: 9 })));
  }
});

test('a part of a card is checked like a complete one', () => {
  assert.throws(() => part({ cvv: '12' }), /invalid/);
  assert.throws(() => part({ instrumentNo: '4111111111111111', cvv: '1234' }), /invalid/);
  assert.throws(() => part({ expDate: '1230' }), /invalid/);
  assert.throws(() => part({ instrumentNo: '4111111111111112' }), /invalid/);
  const unknown = part({ instrumentNo: '9999999999999995' });
  assert.equal(unknown.kind === 'refused' && unknown.rejectCode, 'UNSUPPORTED_BIN');
  const past = part({ expDate: '202001' });
  assert.equal(past.kind === 'refused' && past.rejectCode, 'EXPIRED_CARD');
});

test('encrypted fields are opened before', () => {
  for (const name of ['encInstrumentNo', 'encExpDate', 'encCvv']) {
    assert.throws(() => prepare({ [name]: 'x' }), /are opened before/, 'never ignored');
  }
});

test('a mask next to the number must match it', () => {
  for (const cardMask of ['411111******1111', '4111 11** **** 1111', '**** 1111', '411111xxxx']) {
    assert.equal(prepare({ cardMask }).kind, 'card', cardMask);
  }
  for (const cardMask of ['411111******1112', '511111******1111', '****', '4111111111111111']) {
    assertInvalid({ ...good, cardMask }, 'instrument.cardMask', /mask of instrumentNo/);
  }
});

test('refuses cards of an unknown organization early', () => {
  const prepared = prepare({ instrumentNo: '9999999999999995' });
  assert.deepEqual(prepared, {
    kind: 'refused',
    rejectCode: 'UNSUPPORTED_BIN',
    shown: { cardMask: '999999******9995', organization: null },
  });
});

test('refuses cards with a wrong length for their organization early', () => {
  const prepared = prepare({ instrumentNo: '41111111111114' });
  assert.equal(prepared.kind === 'refused' && prepared.rejectCode, 'UNSUPPORTED_BIN');
});

test('a card is valid until its month has ended everywhere on earth', () => {
  const rows: [expDate: string, at: string, refused: boolean][] = [
    ['202603', '2026-03-31T23:59:59.999Z', false],
    ['202603', '2026-04-01T11:59:59.999Z', false],
    ['202603', '2026-04-01T12:00:00.000Z', true],
    ['202512', '2026-01-01T11:59:59.999Z', false],
    ['202512', '2026-01-01T12:00:00.000Z', true],
    ['202402', '2024-02-29T23:00:00.000Z', false],
    ['200001', '2026-03-15T12:00:00.000Z', true],
  ];
  for (const [expDate, at, refused] of rows) {
    const prepared = prepare({ expDate }, Date.parse(at));
    const code = prepared.kind === 'refused' ? prepared.rejectCode : undefined;
    assert.equal(code, refused ? 'EXPIRED_CARD' : undefined, `${expDate} at ${at}`);
  }
});

test('no error repeats a value of the request', () => {
  const wrong: Partial<Instrument>[] = [
    { instrumentNo: '4111111111111112' },
    { expDate: '203099' },
    { cvv: '98765' },
  ];
  for (const fields of wrong) {
    assert.throws(
      () => prepare(fields),
      (error: Refusal) => {
        const told = `${error.message} ${JSON.stringify(error.details)} ${error.stack}`;
        const [sent = ''] = Object.values(fields) as string[];
        return !told.includes(sent);
      },
    );
  }
});
