// Tests what a valid checkout contains, that every changed or missing part is refused in the same
// way, and the exact limits of time and size.

import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  amountFields,
  bodyFields,
  cardFields,
  cardPayload,
  CRYPTOGRAM,
  DPA_ID,
  dynamicFields,
  encryptPayload,
  issueCheckout,
  ISSUED_AT,
  signingKeys,
  tokenFields,
  tokenPayload,
  walletKey,
  walletKeys,
  type CheckoutParts,
} from '@bramka/test/support/wallets/c2p/issuer.ts';
import { open } from '../../core/secret.ts';
import type { WalletOpening } from '../wallet-card.ts';
import { CHECKOUT_LENGTH_MAX, openCheckout, type CheckoutRecipient } from './open-checkout.ts';

const recipient: CheckoutRecipient = {
  signingKeys,
  keys: walletKeys,
  dpaId: DPA_ID,
  at: ISSUED_AT + 1000,
};
const SECOND = 1000;
const MINUTE = 60 * SECOND;

const opening = async (parts: CheckoutParts, given: Partial<CheckoutRecipient> = {}) =>
  openCheckout(await issueCheckout(parts), { ...recipient, ...given });

async function opened(parts: CheckoutParts, given: Partial<CheckoutRecipient> = {}) {
  const result = await opening(parts, given);
  assert.ok(result.kind === 'opened', result.kind);
  return result.token;
}

async function assertRefused(parts: CheckoutParts, given: Partial<CheckoutRecipient> = {}) {
  assert.deepEqual(await opening(parts, given), { kind: 'refused' });
}

describe('a valid checkout', () => {
  test('with a card has its number, expiry date, holder and amount', async () => {
    const { card, ...rest } = await opened({});
    assert.deepEqual(rest, {
      tokenId: bodyFields()['srcCorrelationId'],
      expiresAt: ISSUED_AT + 15 * MINUTE + 1,
      amount: { minor: 12_345n, currency: 'PLN' },
    });
    assert.equal(open(card.number), '4111111111111111');
    assert.equal(open(card.expiry), '203109');
    assert.equal(card.holder && open(card.holder), 'Jan Kowalski');
    const { numberType, cryptogram, eci } = card;
    assert.deepEqual(
      { numberType, cryptogram, eci },
      {
        numberType: 'PAN',
        cryptogram: null,
        eci: null,
      },
    );
  });

  test('with a token has its cryptogram and electronic commerce indicator', async () => {
    const { card } = await opened({ payload: tokenPayload });
    assert.equal(open(card.number), '4895370012003478');
    assert.equal(open(card.expiry), '203012');
    assert.equal(card.cryptogram && open(card.cryptogram), CRYPTOGRAM);
    const { numberType, holder, eci } = card;
    assert.deepEqual(
      { numberType, holder, eci },
      {
        numberType: 'NETWORK_TOKEN',
        holder: null,
        eci: '07',
      },
    );
  });

  for (const signer of ['RS256', 'PS256', 'ES256'] as const) {
    test(`may be signed with ${signer}`, async () => void (await opened({ signer })));
  }
  for (const to of ['rsa', 'ec'] as const) {
    for (const enc of ['A128CBC-HS256', 'A128GCM', 'A256GCM']) {
      test(`may be encrypted to a key of type ${to} with ${enc}`, async () =>
        void (await opened({ recipient: to, enc })));
    }
    test(`may have no kid inside: the newest keys of type ${to} are tried`, async () => {
      const { privateKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const keys = [walletKey('newer', other), ...walletKeys];
      await opened({ recipient: to, jweHeader: { kid: undefined } }, { keys });
    });
  }

  const accepted: [what: string, parts: CheckoutParts][] = [
    [
      'an amount as text',
      {
        payload: {
          ...cardPayload,
          transactionAmount: { ...amountFields, transactionAmount: '123.45' },
        },
      },
    ],
    ['no name', { payload: { ...cardPayload, card: { ...cardFields, cardholderFullName: null } } }],
    [
      'members for the shop',
      {
        payload: { ...cardPayload, shippingAddress: { city: 'Łódź' } },
        body: { maskedCard: { panLastFour: '1111' } },
      },
    ],
    ['no transaction id of the initiator', { body: { srciTransactionId: null } }],
    [
      'a list of dynamic data',
      { payload: { ...tokenPayload, dynamicData: [{ dynamicDataType: 'NONE' }, dynamicFields] } },
    ],
    [
      'the short form of a cryptogram',
      {
        payload: {
          ...tokenPayload,
          dynamicData: {
            ...dynamicFields,
            dynamicDataType: 'CARD_APPLICATION_CRYPTOGRAM_SHORT_FORM',
          },
        },
      },
    ],
    [
      'no indicator',
      { payload: { ...tokenPayload, dynamicData: { ...dynamicFields, eci: null } } },
    ],
    [
      'no account reference',
      { payload: { ...tokenPayload, token: { ...tokenFields, paymentAccountReference: null } } },
    ],
  ];
  for (const [what, parts] of accepted)
    test(`may have ${what}`, async () => void (await opened(parts)));

  test('with a card and a CAVV has no cryptogram, so the gateway authenticates', async () => {
    const dynamicData = {
      ...dynamicFields,
      dynamicDataType: 'CARDHOLDER_AUTHENTICATION_CRYPTOGRAM',
    };
    const { card } = await opened({ payload: { ...cardPayload, dynamicData } });
    assert.deepEqual([card.numberType, card.cryptogram, card.eci], ['PAN', null, null]);
  });

  test('with a card never passes on an application cryptogram', async () => {
    const { card } = await opened({ payload: { ...cardPayload, dynamicData: dynamicFields } });
    assert.deepEqual([card.cryptogram, card.eci], [null, null]);
  });

  test('with a long name has its first 64 characters', async () => {
    const name = 'N'.repeat(256);
    const { card } = await opened({
      payload: { ...cardPayload, card: { ...cardFields, cardholderFullName: name } },
    });
    assert.equal(card.holder && open(card.holder), 'N'.repeat(64));
  });
});

/** Each is a change of one member; undefined removes it. */
const wrong = {
  body: [
    ['srcCorrelationId', undefined, '', 5, 'a b', 'x'.repeat(129)],
    ['srciTransactionId', 5, '', 'a b'],
    ['dpaId', undefined, 'another', `${DPA_ID} `, DPA_ID.toUpperCase(), [DPA_ID]],
    ['iat', undefined, '1', 1.5, -1, true, 1e300],
    ['exp', 'never', 1.5, -1],
    ['encryptedPayload', null, 5, '', 'a', 'a.b.c.d.e', '....', {}],
  ],
  card: [
    [
      'primaryAccountNumber',
      undefined,
      '',
      4111111111111111,
      '4111111111111112',
      '41111111111',
      '4111 1111 1111 1111',
      '0'.repeat(20),
    ],
    ['panExpirationMonth', undefined, '00', '13', '9', 9],
    ['panExpirationYear', undefined, '31', '1999', 2031, '20311'],
    ['cardholderFullName', '', ' ', 5, 'a\u0000b', 'Jan\nKowalski', 'N'.repeat(257)],
  ],
  token: [
    ['paymentToken', undefined, '', 4895370012003478, '4895370012003479'],
    ['tokenExpirationMonth', undefined, '00', '13', 1],
    ['tokenExpirationYear', undefined, '30', 2030],
    ['paymentAccountReference', 5, '', 'short'],
  ],
  dynamicData: [
    [
      'dynamicDataType',
      undefined,
      'NONE',
      'DYNAMIC_CARD_SECURITY_CODE',
      'CARDHOLDER_AUTHENTICATION_CRYPTOGRAM',
      'toString',
      5,
    ],
    [
      'dynamicDataValue',
      undefined,
      '',
      5,
      'not base64',
      CRYPTOGRAM.slice(0, -1),
      Buffer.alloc(7).toString('base64'),
      Buffer.alloc(256).toString('base64'),
    ],
    ['eci', '7', '99', 7, ''],
    ['dynamicDataExpiration', 'soon', '', -1, 1.5, true],
  ],
  transactionAmount: [
    ['transactionAmount', undefined, 0, -1, '', '1e400', '123.456', '0', true, 1e12, '01'],
    ['transactionCurrencyCode', undefined, '', '985', 'pln', 'XXX', 5],
  ],
} as const satisfies Record<string, readonly (readonly [string, ...unknown[]])[]>;

describe('a checkout is refused', () => {
  for (const [name, ...values] of wrong.body) {
    test(`with a wrong ${name}`, async () => {
      for (const value of values) await assertRefused({ body: { [name]: value } });
    });
  }
  for (const part of ['card', 'transactionAmount'] as const) {
    for (const [name, ...values] of wrong[part]) {
      test(`with a wrong ${part}.${name}`, async () => {
        for (const value of values) {
          const fields = { ...cardPayload[part], [name]: value };
          await assertRefused({ payload: { ...cardPayload, [part]: fields } });
        }
      });
    }
  }
  for (const part of ['token', 'dynamicData'] as const) {
    for (const [name, ...values] of wrong[part]) {
      test(`with a wrong ${part}.${name}`, async () => {
        for (const value of values) {
          const fields = { ...tokenPayload[part], [name]: value };
          await assertRefused({ payload: { ...tokenPayload, [part]: fields } });
        }
      });
    }
  }

  const contents: [what: string, payload: object | string][] = [
    ['both a card and a token', { ...tokenPayload, card: cardFields }],
    ['neither a card nor a token', { transactionAmount: amountFields }],
    ['a card that is a list', { ...cardPayload, card: [cardFields] }],
    ['a token that is a text', { ...tokenPayload, token: '4895370012003478' }],
    ['a token without dynamic data', { ...tokenPayload, dynamicData: undefined }],
    [
      'a token with two cryptograms',
      { ...tokenPayload, dynamicData: [dynamicFields, dynamicFields] },
    ],
    ['an empty list of dynamic data', { ...tokenPayload, dynamicData: [] }],
    ['a list with an odd entry', { ...tokenPayload, dynamicData: [dynamicFields, 'x'] }],
    ['a list of five', { ...tokenPayload, dynamicData: [dynamicFields, {}, {}, {}, {}] }],
    ['no amount', { card: cardFields }],
    ['an amount that is a number', { ...cardPayload, transactionAmount: 123.45 }],
    ['no JSON inside', 'text'],
    ['a list inside', '[]'],
    ['a member twice', '{"card":{},"card":{}}'],
  ];
  for (const [what, payload] of contents) test(`with ${what}`, () => assertRefused({ payload }));

  test('with every character of it changed', async () => {
    const text = await issueCheckout({ recipient: 'ec' });
    for (let place = 0; place < text.length; place += 7) {
      const other = text[place] === 'A' ? 'B' : 'A';
      const changed = text.slice(0, place) + other + text.slice(place + 1);
      assert.deepEqual(await openCheckout(changed, recipient), { kind: 'refused' }, String(place));
    }
  });

  test('with an encrypted part of another checkout in it', async () => {
    const [header = '', , signature = ''] = (await issueCheckout()).split('.');
    const body = { ...bodyFields(), encryptedPayload: await encryptPayload() };
    const changed = Buffer.from(JSON.stringify(body)).toString('base64url');
    const result = await openCheckout([header, changed, signature].join('.'), recipient);
    assert.deepEqual(result, { kind: 'refused' });
  });

  test('for another merchant, even if it has expired', () =>
    assertRefused({}, { dpaId: 'dpa-of-another', at: ISSUED_AT + 60 * MINUTE }));
});

describe('the time of a checkout', () => {
  const ages: [ageMs: number, kind: WalletOpening['kind']][] = [
    [-60 * SECOND, 'opened'],
    [-60 * SECOND - 1, 'expired'],
    [15 * MINUTE, 'opened'],
    [15 * MINUTE + 1, 'expired'],
    [365 * 24 * 60 * MINUTE, 'expired'],
  ];
  for (const [ageMs, kind] of ages) {
    test(`at an age of ${ageMs} ms it is ${kind}`, async () => {
      assert.equal((await opening({}, { at: ISSUED_AT + ageMs })).kind, kind);
    });
  }

  test('exp ends it earlier, and exactly then', async () => {
    const parts = { body: { exp: ISSUED_AT / 1000 + 60 } };
    const token = await opened(parts, { at: ISSUED_AT + MINUTE - 1 });
    assert.equal(token.expiresAt, ISSUED_AT + MINUTE);
    assert.equal((await opening(parts, { at: ISSUED_AT + MINUTE })).kind, 'expired');
  });

  test('exp does not extend the fifteen minutes', async () => {
    const parts = { body: { exp: ISSUED_AT / 1000 + 86_400 } };
    assert.equal((await opening(parts, { at: ISSUED_AT + 15 * MINUTE + 1 })).kind, 'expired');
  });

  const expiries = [ISSUED_AT / 1000 + 60, String(ISSUED_AT / 1000 + 60), '2026-11-05T12:01:00Z'];
  for (const dynamicDataExpiration of expiries) {
    test(`a cryptogram until ${dynamicDataExpiration} ends it too`, async () => {
      const dynamicData = { ...dynamicFields, dynamicDataExpiration };
      const parts = { payload: { ...tokenPayload, dynamicData } };
      const token = await opened(parts, { at: ISSUED_AT + MINUTE - 1 });
      assert.equal(token.expiresAt, ISSUED_AT + MINUTE);
      assert.equal((await opening(parts, { at: ISSUED_AT + MINUTE })).kind, 'expired');
    });
  }

  test('a forged one is refused, not expired', () => {
    const { privateKey: signWith } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return assertRefused({ signWith }, { at: ISSUED_AT + 60 * MINUTE });
  });
});

describe('the size of a checkout', () => {
  const longText = async (length: number) => {
    const empty = (await issueCheckout({ body: { filler: '' } })).length;
    // Three characters of content are four of base64; the rest is adjusted by trying.
    for (let filler = Math.floor(((length - empty) * 3) / 4) - 3; ; filler += 1) {
      const text = await issueCheckout({ body: { filler: 'x'.repeat(filler) } });
      if (text.length >= length) return text;
    }
  };
  test('may be the limit and not more', async () => {
    const text = await longText(CHECKOUT_LENGTH_MAX);
    assert.ok(text.length <= CHECKOUT_LENGTH_MAX + 1);
    const expected = text.length > CHECKOUT_LENGTH_MAX ? 'refused' : 'opened';
    assert.equal((await openCheckout(text, recipient)).kind, expected);
    assert.equal((await openCheckout(await longText(text.length + 1), recipient)).kind, 'refused');
  });
});
