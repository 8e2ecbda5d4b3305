// Tests of which unknown field names count as spelling mistakes, what is suggested, and that the
// search is bounded and repeats only names close to known ones.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Type } from 'typebox';
import type { Refusal } from '../../core/refusals.ts';
import { nearestName, refuseNearMisses } from './near-miss.ts';

const fieldNames = [
  'ip',
  'cvv',
  'app',
  'bank',
  'token',
  'amount',
  'transKind',
  'transType',
  'bankId',
];

const rows = `
  transkind   | transKind | case alone
  TRANSKIND   | transKind | case alone
  trans_kind  | transKind | one letter more
  tranKind    | transKind | one letter less
  trnasKind   | transKind | two letters swapped
  transKinds_ | transKind | two letters more
  trasKnd     | transKind | two letters less
  transKond   | transKind | one letter replaced
  transTpye   | transType | the closer of two
  amnt        | amount    | two letters less
  amt         | -         | three letters less
  amounts12   | -         | three letters more
  CVV         | cvv       | case alone in a short name
  cvc         | -         | three letters are too short to tell
  id          | -         | two letters are too short to tell
  apps        | -         | three letters are too short to tell
  banc        | bank      | one of four letters
  brand       | -         | two of four letters
  toke        | token     | one of five letters
  tokenId     | -         | two of five letters
  bankID      | bankId    | case alone
  shoeSize    | -         | another word
`;

for (const line of rows.trim().split('\n')) {
  const [name = '', meant = '', why] = line.split('|').map((cell) => cell.trim());
  test(`${name} is ${meant === '-' ? 'no mistake' : `taken for ${meant}`}: ${why}`, () => {
    assert.equal(nearestName(fieldNames, name), meant === '-' ? undefined : meant);
  });
}

const address = Type.Object({ street: Type.String(), country: Type.String() });
const schema = Type.Object({
  options: Type.Object({ transKind: Type.String(), validTime: Type.Integer() }),
  order: Type.Object({
    amount: Type.Number(),
    shipping: Type.Optional(address),
    subpayments: Type.Array(Type.Object({ commission: Type.Number() })),
  }),
  instrument: Type.Object({
    cvv: Type.String(),
    instrumentNo: Type.String(),
    expDate: Type.String(),
    holder: Type.String(),
  }),
  customer: Type.Object({ email: Type.String() }),
  limits: Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), Type.String()),
  either: Type.Union([Type.Object({ advance: Type.Integer() }), Type.Array(address)]),
});

function details(body: unknown): Refusal['details'] {
  try {
    refuseNearMisses(schema, body);
    return [];
  } catch (error) {
    assert.equal((error as Refusal).code, 'INVALID_REQUEST');
    return (error as Refusal).details;
  }
}

const suggestion = (field: string, meant: string) => ({
  field,
  message: `is not a known field; did you mean ${meant}?`,
});

describe('a body', () => {
  const refused: [what: string, body: unknown, field: string, meant: string][] = [
    ['in an object', { options: { transkind: 1 } }, 'options.transkind', 'options.transKind'],
    ['at the top', { Options: {} }, 'Options', 'options'],
    [
      'deeper',
      { order: { shipping: { coutry: 1 } } },
      'order.shipping.coutry',
      'order.shipping.country',
    ],
    [
      'in an array',
      { order: { subpayments: [{}, { comission: 1 }] } },
      'order.subpayments[1].comission',
      'order.subpayments[1].commission',
    ],
    ['in one of several forms', { either: { advanced: 1 } }, 'either.advanced', 'either.advance'],
    [
      'by the name of another gateway',
      { instrument: { CVC: 1 } },
      'instrument.CVC',
      'instrument.cvv',
    ],
    [
      'by a name far from ours',
      { instrument: { cardNumber: 1 } },
      'instrument.cardNumber',
      'instrument.instrumentNo',
    ],
    ['in an array form', { either: [{ stret: 1 }] }, 'either[0].stret', 'either[0].street'],
  ];
  for (const [what, body, field, meant] of refused) {
    test(`is refused for a near miss ${what}`, () => {
      assert.deepEqual(details(body), [suggestion(field, meant)]);
    });
  }

  const otherNames: [known: string, names: string[]][] = [
    ['cvv', ['cvc', 'cvc2', 'cvv2', 'csc', 'securityCode']],
    ['instrumentNo', ['pan', 'cardNumber']],
    ['expDate', ['expiry', 'expiryDate']],
    ['holder', ['cardholder', 'cardHolder']],
  ];
  for (const [field, names] of otherNames) {
    test(`is refused for each name that other gateways use for ${field}`, () => {
      for (const name of names) {
        const expected = [suggestion(`instrument.${name}`, `instrument.${field}`)];
        assert.deepEqual(details({ instrument: { [name]: 1 } }), expected);
      }
    });
  }

  test('may have unknown names that resemble no known one', () => {
    assert.deepEqual(
      details({ options: { colour: 1, cvc: 1 }, extra: { transkind: 1 }, id: 1 }),
      [],
    );
  });

  test("may have any names in parts with the merchant's own fields, and in maps", () => {
    assert.deepEqual(details({ customer: { emial: 'a' }, limits: { Eur: '1' } }), []);
  });

  test('of the wrong type is left to the schema', () => {
    for (const body of [undefined, null, 'x', 1, [], { options: 'x', order: [{ amuont: 1 }] }]) {
      assert.deepEqual(details(body), []);
    }
  });

  test('with names that every object has is searched like others', () => {
    assert.deepEqual(details(JSON.parse('{"toString":1,"constructor":1,"hasOwnProperty":1}')), []);
  });
});

test('a name with unusual characters is not repeated', () => {
  assert.deepEqual(details({ options: { 'transKind\u202e': 1 }, 'order ': {} }), [
    { field: 'options', message: 'has an unknown field; did you mean options.transKind?' },
    { field: 'body', message: 'has an unknown field; did you mean order?' },
  ]);
});

test('a card number sent as a name is never repeated', () => {
  const body = { options: { '4111111111111111': 1, transkind: 2 }, order: { amount4111: 1 } };
  assert.ok(!JSON.stringify(details(body)).includes('4111'));
});

test('at most twenty mistakes are named', () => {
  const many = Array.from({ length: 26 }, (_, index) => [
    `transKin${String.fromCharCode(97 + index)}`,
    1,
  ]);
  assert.equal(details({ options: Object.fromEntries(many) as object }).length, 20);
});

test('the search ends after 200 unknown names', () => {
  const body = (count: number): object => {
    const names = Array.from({ length: count }, (_, index) => [`shoe${index}`, 1]);
    return { options: { ...(Object.fromEntries(names) as object), transkind: 1 } };
  };
  assert.equal(details(body(199)).length, 1);
  assert.equal(details(body(200)).length, 0);
});
