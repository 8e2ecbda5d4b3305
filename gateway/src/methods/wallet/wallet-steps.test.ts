// Tests of the steps of wallets with a wallet of our own: what becomes of an opened token, and what
// is written with it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyBinTable } from '../../cards/bin-table.ts';
import { createCardKnowledge } from '../../cards/card-knowledge.ts';
import { Refusal } from '../../core/refusals.ts';
import { open, secret } from '../../core/secret.ts';
import { Draft } from '../../journal/entry.ts';
import { defaultSettings, type Merchant } from '../../merchants/merchant.ts';
import type { WalletCard, WalletOpening, WalletToken } from '../../wallets/wallet-card.ts';
import type { MethodParts, MethodRequest } from '../method.ts';
import type { MethodStep } from '../method-step.ts';
import { tokenHash, usedWalletTokens } from './used-token.store.ts';
import { walletSteps, type Wallet } from './wallet-steps.ts';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const PAYMENT = '0198c5d1-7b2a-7000-8000-000000000001';

const card: WalletCard = {
  number: secret('4111111111111111'),
  expiry: secret('203012'),
  holder: secret('Anna Nowak'),
  numberType: 'NETWORK_TOKEN',
  cryptogram: secret('AAAAAAAAAAAAAAAAAAAAAAAAAAA='),
  eci: '07',
};
const token: WalletToken = {
  card,
  tokenId: 'token-1',
  expiresAt: NOW + 300_000,
  amount: { minor: 12_345n, currency: 'PLN' },
};

interface Given {
  readonly opening?: WalletOpening;
  readonly user?: string;
  readonly refuseTestCards?: boolean;
  readonly held?: { readonly number: string };
  readonly payment?: Partial<MethodRequest['payment']>;
  readonly instrument?: MethodRequest['instrument'];
  readonly mustBeComplete?: boolean;
}

function start(given: Given): Promise<MethodStep> {
  const parts = {
    cards: createCardKnowledge(() => emptyBinTable, {
      refuseTestCards: given.refuseTestCards ?? false,
    }),
    usedTokens: { userOf: () => Promise.resolve(given.user) },
    threeds: { directory: null },
    vault: {
      find: () =>
        Promise.resolve(
          given.held && {
            card: {
              number: secret(given.held.number),
              expiry: secret('203012'),
              cvv: null,
              holder: null,
            },
          },
        ),
    },
  } as unknown as MethodParts;
  const payment = {
    merchantId: '10000001',
    paymentId: PAYMENT,
    status: 'NEW',
    amountMinor: 12_345n,
    currency: 'PLN',
    instrumentType: null,
    cardHeld: false,
    rejectCode: null,
    refusedAt: null,
    tokenizerId: null,
    ...given.payment,
  } as MethodRequest['payment'];
  const request: MethodRequest = {
    payment,
    attempts: [],
    merchant: { merchantId: '10000001', settings: defaultSettings } as Merchant,
    details: {},
    instrument: 'instrument' in given ? given.instrument : { type: 'GPAY', token: 'text' },
    customerPresent: true,
    mustBeComplete: given.mustBeComplete ?? true,
    actor: 'merchant:10000001',
  };
  const wallet: Wallet = {
    name: 'GPAY',
    field: 'token',
    open: (text) => {
      assert.equal(text, 'text');
      return Promise.resolve(given.opening ?? { kind: 'opened', token });
    },
  };
  return walletSteps(parts, wallet).start(request, { at: NOW, ids: { next: () => 'id' } });
}

const opened = (change: Partial<WalletToken>): WalletOpening => ({
  kind: 'opened',
  token: { ...token, ...change },
});
const withCard = (change: Partial<WalletCard>) => opened({ card: { ...card, ...change } });

test('a token with a cryptogram is authorized at once, with all that the wallet gave', async () => {
  const step = await start({});
  assert.ok(step.kind === 'authorize' && step.means.kind === 'card');
  const { means, shown, held, exemption, waitUntil } = step;
  assert.deepEqual(shown, { cardMask: '411111******1111', organization: 'VISA' });
  assert.deepEqual([held, exemption, waitUntil], [null, null, null]);
  assert.equal(open(means.card.number), '4111111111111111');
  assert.equal(open(means.card.expiry), '203012');
  assert.equal(means.card.cvv, null);
  assert.equal(means.card.holder && open(means.card.holder), 'Anna Nowak');
  assert.equal(means.cryptogram && open(means.cryptogram), 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=');
  const { numberType, networkToken, eci, threeDS } = means;
  assert.deepEqual([numberType, networkToken, eci, threeDS], ['NETWORK_TOKEN', null, '07', null]);
});

test('a missing ECI stays missing', async () => {
  const step = await start({ opening: withCard({ eci: null }) });
  assert.ok(step.kind === 'authorize' && step.means.kind === 'card');
  assert.equal(step.means.eci, null);
});

test('the step records that the token was used, as a hash', async () => {
  const step = await start({});
  assert.ok(step.kind === 'authorize' && step.record);
  const draft = new Draft();
  step.record(draft);
  assert.deepEqual(draft.inserts, [
    {
      table: usedWalletTokens,
      row: {
        wallet: 'GPAY',
        tokenHash: tokenHash('token-1'),
        merchantId: '10000001',
        paymentId: PAYMENT,
        expiresAt: token.expiresAt,
      },
    },
  ]);
});

const refused: [name: string, given: Given, rejectCode: string][] = [
  ['a token that does not open', { opening: { kind: 'refused' } }, 'WALLET_TOKEN_INVALID'],
  ['an old token', { opening: { kind: 'expired' } }, 'WALLET_TOKEN_EXPIRED'],
  [
    'a token for one minor unit more',
    { opening: opened({ amount: { minor: 12_346n, currency: 'PLN' } }) },
    'WALLET_AMOUNT_MISMATCH',
  ],
  [
    'a token in another currency',
    { opening: opened({ amount: { minor: 12_345n, currency: 'EUR' } }) },
    'WALLET_AMOUNT_MISMATCH',
  ],
  ['a token of another payment', { user: 'other' }, 'WALLET_TOKEN_USED'],
  [
    'a card that no organization has',
    { opening: withCard({ number: secret('9999999999999995') }) },
    'UNSUPPORTED_BIN',
  ],
  ['an expired card', { opening: withCard({ expiry: secret('202602') }) }, 'EXPIRED_CARD'],
  ['a test card in production', { refuseTestCards: true }, 'TEST_CARD'],
  [
    'a test card in production, given by number',
    { refuseTestCards: true, opening: withCard({ numberType: 'PAN', cryptogram: null }) },
    'TEST_CARD',
  ],
];

for (const [name, given, rejectCode] of refused) {
  test(`${name} is rejected and not recorded`, async () => {
    const step = await start(given);
    assert.ok(step.kind === 'refuse');
    assert.equal(step.rejectCode, rejectCode);
    assert.ok(!('record' in step));
  });
}

test('a token without an amount fits every amount', async () => {
  assert.equal((await start({ opening: opened({ amount: null }) })).kind, 'authorize');
});

test('a token of a refused try of the same payment is not used again', async () => {
  const refused = { refusedAt: NOW - 1, rejectCode: 'DO_NOT_HONOR' } as const;
  const step = await start({ user: PAYMENT, payment: refused });
  assert.equal(step.kind === 'refuse' && step.rejectCode, 'WALLET_TOKEN_USED');
  const waiting = { ...refused, cardHeld: true };
  const held = await start({ user: PAYMENT, payment: { ...waiting, instrumentType: 'GPAY' } });
  assert.equal(held.kind, 'authorize');
  const ofBlik = await start({
    user: PAYMENT,
    payment: { ...waiting, instrumentType: 'BLIK_UID' },
  });
  assert.equal(ofBlik.kind, 'refuse', 'what is held belongs to another instrument');
});

test('the same token sent again for the same payment is used once', async () => {
  const step = await start({ user: PAYMENT });
  assert.ok(step.kind === 'authorize');
  assert.equal(step.record, undefined);
});

test('a card number without a cryptogram is authorized as a card', async () => {
  const step = await start({ opening: withCard({ numberType: 'PAN', cryptogram: null }) });
  assert.ok(step.kind === 'authorize' && step.means.kind === 'card');
  assert.deepEqual([step.means.numberType, step.means.cryptogram], ['PAN', null]);
  assert.ok(step.record);
});

test('a held card goes on without the token', async () => {
  const payment = { instrumentType: 'GPAY', cardHeld: true };
  const step = await start({
    instrument: undefined,
    payment,
    held: { number: '5555555555554444' },
  });
  assert.ok(step.kind === 'authorize' && step.means.kind === 'card');
  assert.equal(open(step.means.card.number), '5555555555554444');
});

test('the held card of another type is not used', async () => {
  const payment = { instrumentType: 'CARD', cardHeld: true };
  const held = { number: '5555555555554444' };
  const step = await start({ instrument: { type: 'GPAY' }, payment, held, mustBeComplete: false });
  assert.equal(step.kind, 'need');
});

test('without a token the payment waits, or the field is refused if it must be there', async () => {
  const step = await start({ instrument: { type: 'GPAY' }, mustBeComplete: false });
  assert.ok(step.kind === 'need');
  assert.deepEqual([step.dataRequest, step.missingFields], ['INSTRUMENT', ['instrument.token']]);
  await assert.rejects(start({ instrument: { type: 'GPAY' } }), fieldRefused('instrument.token'));
});

test('every type may have a payload', async () => {
  const step = await start({ instrument: { type: 'GPAY', token: 'text', payload: 'any' } });
  assert.equal(step.kind, 'authorize');
});

function fieldRefused(field: string) {
  return (error: unknown) =>
    error instanceof Refusal &&
    error.code === 'INVALID_REQUEST' &&
    error.details.length === 1 &&
    error.details[0]?.field === field;
}

test('wallets fit payments that are made once', () => {
  const payment = {
    channel: 'WEBAPI',
    currency: 'PLN',
    transKind: 'AUTH',
    amountMinor: 1n,
    recurring: null,
    tokenizerId: null,
  } as const;
  const steps = walletSteps({} as MethodParts, {} as Wallet);
  assert.equal(steps.fits(payment), null);
  assert.equal(steps.fits({ ...payment, transKind: 'PREAUTH' }), null);
  for (const other of [
    { recurring: 'INITIAL' },
    { recurring: 'SUBSEQUENT' },
    { tokenizerId: PAYMENT },
    { transKind: 'VERIFICATION' },
  ]) {
    assert.equal(steps.fits({ ...payment, ...other }), 'METHOD_NOT_SUPPORTED');
  }
});

test('an instrument without its type is recognised by its own field', () => {
  const wallet = { name: 'C2P', field: 'payload' } as Wallet;
  const rows: [string[], string | undefined][] = [
    [['payload'], 'C2P'],
    [['payload', 'provider'], 'C2P'],
    [['provider'], undefined],
    [['payload', 'cvv'], undefined],
    [['token'], undefined],
    [[], undefined],
  ];
  for (const [fields, type] of rows) {
    assert.equal(walletSteps({} as MethodParts, wallet).typeOf(fields), type);
  }
});
